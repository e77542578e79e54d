import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { findReplacement } from '../../../worker/features/trade/payments/settle/find-replacement.db.ts';
import { readSale } from '../../../worker/features/trade/payments/settle/sale.db.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { handoverStatus, listOther, problemOf, replacementOf } from '../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import {
  DAY_MS,
  type Deal,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  newDeal,
} from '../../support/worker/trade/paid-deal.ts';
import { silent, owedBy } from '../../support/worker/trade/problem-calls.ts';
import { buy } from '../../support/worker/trade/deals/deals.ts';
import { decide } from '../../support/worker/trade/deals/calls.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { payoutOf } from '../../support/worker/trade/deals/rows.ts';
import { paymentOf } from '../../support/worker/trade/charged-sale.ts';
import type { Event } from '../../../drizzle/tables/all-tables.ts';
import { shareMark } from '../../support/worker/people/circle.ts';

beforeEach(() => launch('handover', true));

async function toldOf(deal: Deal) {
  const mails = await Promise.all([deal.buyer, deal.seller].map(({ user }) => mailsTo(user.email!)));
  return mails.map(
    (all) => all.find(({ subject }) => subject === `Our team is looking into it: ${deal.event.title}`)?.text,
  );
}

test('a replacement from a seller who has never sold to a stranger waits until staff approve it', async () => {
  const deal = await silent();
  await listOther(deal, { ask_price_cents: 3500 }, { isNew: true });
  for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
  expect(await problemOf(deal)).toMatchObject({ status: 'open', held_because: 'new_seller' });
  const admin = await signedInAs('admin');
  const { text } = await ask('/api/admin/money', admin);
  const { stuck } = JSON.parse(text) as { stuck: { problems: { request_id: string; held_because: string | null }[] } };
  expect(stuck.problems.find(({ request_id }) => request_id === deal.id)).toMatchObject({ held_because: 'new_seller' });
  const [told] = await toldOf(deal);
  expect(told).toMatch(/We'll decide by .+ If we don't, you get your money back\./);
  await decide(admin, deal.id, 'replaced');
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

async function nextDeal({ buyer }: Deal, event: Partial<Event> = {}): Promise<Deal> {
  const deal = { ...(await newDeal({ event, listing: { handover_kind: 'transfer' } })), buyer };
  await buy(deal);
  return deal;
}

test('30 days after a replacement, a buyer can get another one without a decision by staff', async () => {
  const start_at = fromNow(60 * DAY_MS);
  const first = await dealAt('captured', { event: { start_at }, listing: { handover_kind: 'transfer' } });
  await listOther(first);
  await later(first, 25 * HOUR_MS);
  const { created_at } = (await factsOf((await replacementOf(first))!)).request;
  const second = await nextDeal(first, { start_at });
  await listOther(second);
  const sale = (await readSale(db, second.id))!;
  const heldAt = async (ms: number) =>
    (await findReplacement(db, { sale, env, now: new Date(created_at.getTime() + ms) }))!.held_because;
  expect([await heldAt(30 * DAY_MS - 1), await heldAt(30 * DAY_MS)]).toEqual(['buyer_again', null]);
});

test('without a staff decision, a buyer gets replacement tickets at most once in 30 days', async () => {
  const first = await silent();
  await listOther(first);
  await later(first, 25 * HOUR_MS);
  expect(await replacementOf(first)).not.toBeNull();
  const second = await nextDeal(first);
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
  expect(await paymentOf(second.id)).toMatchObject({ moved_cents: 0 });
  expect(await payoutOf(second.id)).toMatchObject({ status: 'frozen' });
});

test.each([
  ['linked', 'two of the accounts share a card, a device, an inbox, a phone or an invitation'],
  ['new_seller', "their seller hasn't sold to anybody here yet"],
] as const)('mails say why staff must decide about a replacement: %s', async (held_because, reason) => {
  const deal = await silent();
  const { seller: other } = await listOther(deal, {}, { isNew: held_because === 'new_seller' });
  if (held_because === 'linked') await shareMark([deal.buyer.user, other.user], 'phone');
  for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
  expect(await problemOf(deal)).toMatchObject({ held_because });
  const [toBuyer, toSeller] = await toldOf(deal);
  for (const text of [toBuyer, toSeller]) {
    expect(text).toContain(`Other tickets are available, but ${reason}, so our team checks first.`);
    expect(text).toMatch(/We'll decide by .+ and write to you\. We hold the money until then\./);
  }
  expect(toBuyer).toContain("If we don't, you get your money back.");
  expect(toSeller).toContain("If we don't, the buyer gets the money back.");
});
