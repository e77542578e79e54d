import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { payments, payouts } from '../../../drizzle/tables/all-tables.ts';
import { findReplacement } from '../../../worker/features/trade/payments/settle/find-replacement.db.ts';
import { readSale } from '../../../worker/features/trade/payments/settle/sale.db.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { handoverStatus, offerOther, problemOf, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import {
  askAs,
  balanceOf,
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

beforeEach(() => launch('handover', true));

/** A paid ticket of $25 that its seller never sends. */
const silent = () => dealAt('captured', { listing: { handover_kind: 'transfer' } });

const owedBy = ({ seller }: Pick<Deal, 'seller'>) => balanceOf(`receivable:${seller.user.id}`);

/** What both sides of a sale read about a problem that staff decide. */
async function toldOf(deal: Deal) {
  const mails = await Promise.all([deal.buyer, deal.seller].map(({ user }) => mailsTo(user.email!)));
  return mails.map((all) => all.find(({ subject }) => subject === `Our team looks at it: ${deal.event.title}`)?.text);
}

test('tickets of a seller who has sold to no stranger wait for staff, who see why and may give them', async () => {
  const deal = await silent();
  await offerOther(deal, { ask_price_cents: 3500 }, { isNew: true });
  for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
  expect(await problemOf(deal)).toMatchObject({ status: 'open', held_because: 'new_seller' });
  const admin = await signedInAs('admin');
  const { text } = await ask('/api/admin/money', { headers: admin.headers });
  const { stuck } = JSON.parse(text) as { stuck: { problems: { request_id: string; held_because: string | null }[] } };
  expect(stuck.problems.find(({ request_id }) => request_id === deal.id)).toMatchObject({ held_because: 'new_seller' });
  const told = (await mailsTo(deal.buyer.user.email!)).find(
    ({ subject }) => subject === `Our team looks at it: ${deal.event.title}`,
  );
  expect(told?.text).toMatch(/We decide by .+ If we do not, you get your money back\./);
  await ask(`/api/admin/handovers/${deal.id}`, {
    headers: admin.headers,
    json: { to: 'replaced', note: 'We know this seller.' },
  });
  await look(deal);
  expect(await replacementOf(deal)).not.toBeNull();
  expect(await owedBy(deal)).toBe(1080);
});

test('a listing that needs no staff comes first, also if it is dearer', async () => {
  const deal = await silent();
  await offerOther(deal, { ask_price_cents: 2500 }, { isNew: true });
  const known = await offerOther(deal, { ask_price_cents: 2600 });
  await later(deal, 25 * HOUR_MS);
  expect((await factsOf((await replacementOf(deal))!)).request.seller_id).toBe(known.seller.user.id);
});

test('the 30 days end to the millisecond', async () => {
  const start_at = new Date(Date.now() + 60 * DAY_MS);
  const first = await dealAt('captured', { event: { start_at }, listing: { handover_kind: 'transfer' } });
  await offerOther(first);
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
  await offerOther(second);
  const sale = (await readSale(db, second.id))!;
  const heldAt = async (ms: number) =>
    (await findReplacement(db, { sale, env, now: new Date(created_at.getTime() + ms) }))!.held_because;
  expect([await heldAt(30 * DAY_MS - 1), await heldAt(30 * DAY_MS)]).toEqual(['buyer_again', null]);
});

test('a buyer gets other tickets without staff once in 30 days', async () => {
  const first = await silent();
  await offerOther(first);
  await later(first, 25 * HOUR_MS);
  expect(await replacementOf(first)).not.toBeNull();
  const second = { ...(await newDeal({ listing: { handover_kind: 'transfer' } })), buyer: first.buyer };
  await askAs(second);
  await pay(second);
  await step(second, 'seller', 'accept');
  await later(second, 11_000);
  await offerOther(second);
  await later(second, 25 * HOUR_MS);
  expect(await replacementOf(second)).toBeNull();
  expect(await problemOf(second)).toMatchObject({ status: 'open', held_because: 'buyer_again' });
  expect(await handoverStatus(second)).toBe('problem');
  await later(second, MINUTE_MS);
  const [toBuyer, toSeller] = await toldOf(second);
  expect(toBuyer).toContain('Other tickets are there, but you got others within 30 days, so our team looks first.');
  expect(toSeller).toContain(
    'Other tickets are there, but this buyer got others within 30 days, so our team looks first.',
  );
  const [row] = await db.select().from(payments).where(eq(payments.request_id, second.id));
  expect(row).toMatchObject({ moved_cents: 0 });
  expect((await db.select().from(payouts).where(eq(payouts.request_id, second.id)))[0]).toMatchObject({
    status: 'frozen',
  });
});
