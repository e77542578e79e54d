import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { payments, payouts } from '../../../drizzle/tables/all-tables.ts';
import { findReplacement } from '../../../worker/features/trade/payments/settle/find-replacement.db.ts';
import { readSale } from '../../../worker/features/trade/payments/settle/sale.db.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { handoverStatus, listOther, problemOf, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import {
  askAs,
  DAY_MS,
  type Deal,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  newDeal,
  pay,
  step,
} from '../../support/worker/trade/paid-deal.ts';
import { silent, owedBy } from '../../support/worker/trade/problem-calls.ts';

beforeEach(() => launch('handover', true));

/** Returns the mails to buyer and seller about a problem that staff decide. */
async function toldOf(deal: Deal) {
  const mails = await Promise.all([deal.buyer, deal.seller].map(({ user }) => mailsTo(user.email!)));
  return mails.map(
    (all) => all.find(({ subject }) => subject === `Our team is looking into it: ${deal.event.title}`)?.text,
  );
}

test('a replacement from a seller who has never sold to a stranger waits for staff, who see the reason and can approve it', async () => {
  const deal = await silent();
  await listOther(deal, { ask_price_cents: 3500 }, { isNew: true });
  for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
  expect(await problemOf(deal)).toMatchObject({ status: 'open', held_because: 'new_seller' });
  const admin = await signedInAs('admin');
  const { text } = await ask('/api/admin/money', { headers: admin.headers });
  const { stuck } = JSON.parse(text) as { stuck: { problems: { request_id: string; held_because: string | null }[] } };
  expect(stuck.problems.find(({ request_id }) => request_id === deal.id)).toMatchObject({ held_because: 'new_seller' });
  const [told] = await toldOf(deal);
  expect(told).toMatch(/We'll decide by .+ If we don't, you get your money back\./);
  await ask(`/api/admin/handovers/${deal.id}`, {
    headers: admin.headers,
    json: { to: 'replaced', note: 'We know this seller.' },
  });
  await look(deal);
  expect(await replacementOf(deal)).not.toBeNull();
  expect(await owedBy(deal)).toBe(1080);
});

test('a replacement that needs no approval by staff is preferred, even if it costs more', async () => {
  const deal = await silent();
  await listOther(deal, { ask_price_cents: 2500 }, { isNew: true });
  const known = await listOther(deal, { ask_price_cents: 2600 });
  await later(deal, 25 * HOUR_MS);
  expect((await factsOf((await replacementOf(deal))!)).request.seller_id).toBe(known.seller.user.id);
});

test('a buyer can get another replacement without staff after exactly 30 days', async () => {
  const start_at = new Date(Date.now() + 60 * DAY_MS);
  const first = await dealAt('captured', { event: { start_at }, listing: { handover_kind: 'transfer' } });
  await listOther(first);
  await later(first, 25 * HOUR_MS);
  const { created_at } = (await factsOf((await replacementOf(first))!)).request;
  const second = {
    ...(await newDeal({ event: { start_at }, listing: { handover_kind: 'transfer' } })),
    buyer: first.buyer,
  };
  await askAs(second);
  await pay(second);
  await step(second, 'seller', 'accept');
  await later(second, 11_000);
  await listOther(second);
  const sale = (await readSale(db, second.id))!;
  const heldAt = async (ms: number) =>
    (await findReplacement(db, { sale, env, now: new Date(created_at.getTime() + ms) }))!.held_because;
  expect([await heldAt(30 * DAY_MS - 1), await heldAt(30 * DAY_MS)]).toEqual(['buyer_again', null]);
});

test('a buyer gets replacement tickets without staff at most once in 30 days', async () => {
  const first = await silent();
  await listOther(first);
  await later(first, 25 * HOUR_MS);
  expect(await replacementOf(first)).not.toBeNull();
  const second = { ...(await newDeal({ listing: { handover_kind: 'transfer' } })), buyer: first.buyer };
  await askAs(second);
  await pay(second);
  await step(second, 'seller', 'accept');
  await later(second, 11_000);
  await listOther(second);
  await later(second, 25 * HOUR_MS);
  expect(await replacementOf(second)).toBeNull();
  expect(await problemOf(second)).toMatchObject({ status: 'open', held_because: 'buyer_again' });
  expect(await handoverStatus(second)).toBe('problem');
  await later(second, MINUTE_MS);
  const [toBuyer, toSeller] = await toldOf(second);
  expect(toBuyer).toContain(
    'Other tickets are available, but you already got replacement tickets in the last 30 days, so our team checks first.',
  );
  expect(toSeller).toContain(
    'Other tickets are available, but this buyer already got replacement tickets in the last 30 days, so our team checks first.',
  );
  const [row] = await db.select().from(payments).where(eq(payments.request_id, second.id));
  expect(row).toMatchObject({ moved_cents: 0 });
  expect((await db.select().from(payouts).where(eq(payouts.request_id, second.id)))[0]).toMatchObject({
    status: 'frozen',
  });
});
