import { beforeEach, expect, test } from 'vitest';
import { aPhone, askForPasses } from '../../../support/worker/door.ts';
import { openTickets } from '../../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import {
  balanceOf,
  type Deal,
  factsOf,
  later,
  look,
  MINUTE_MS,
  refunded,
  statusOf,
  step,
} from '../../../support/worker/trade/paid-deal.ts';
import { difference, owedBy } from '../../../support/worker/trade/problem-calls.ts';
import { addRefund } from '../../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { replacedDeal } from '../../../support/worker/trade/deals/deals.ts';
import { call } from '../../../support/worker/people/circle.ts';

beforeEach(() => launch('handover', true));

test('the seller who failed owes the extra cost of a replacement until the buyer is refunded', async () => {
  const { deal, next } = await replacedDeal(3500);
  expect((await factsOf(next)).payment).toMatchObject({ tickets_cents: 3500, buyer_fee_cents: 330, added_cents: 1080 });
  expect(await owedBy(deal)).toBe(1080);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-3830);
  await changeEvent(deal.event.id, { cancelled_at: new Date() });
  await later(next, 5 * MINUTE_MS);
  expect(await statusOf(next)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await owedBy(deal)).toBe(0);
  expect(await balanceOf(`hold:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('if a replacement is cheaper, the buyer gets back the difference', async () => {
  const { deal, next } = await replacedDeal(2300);
  await look(next);
  expect(await statusOf(next)).toMatchObject({ handover: 'delivered', refunds: [['sent', 216]] });
  expect(refunded(deal)).toBe(216);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2534);
  expect(await balanceOf(`refund_due:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('the tickets and passes of a much cheaper replacement stay valid, although most of the money is refunded', async () => {
  const { deal, next } = await replacedDeal(1000, { event: { ticket_price_cents: 2500, price_min_pct: -60 } });
  await look(next);
  expect(await statusOf(next)).toMatchObject({ handover: 'delivered', refunds: [['sent', 1620]] });
  const path = `/api/ticket-requests/${next.id}/tickets`;
  expect((await call<{ why_not: string | null }>('GET', path, deal.buyer)).json.why_not).not.toBe('ended');
  const passes = await askForPasses(next.id, { ...deal.buyer, device_key: (await aPhone()).device_key });
  expect([passes.status, passes.error]).toEqual([200, undefined]);
});

test('the passes of a more expensive replacement are void once the buyer is refunded what they paid', async () => {
  const { deal, next } = await replacedDeal(3500);
  await openTickets(next);
  await step(next, 'buyer', 'received');
  const back = { amount_cents: 2750, reason: 'problem', status: 'due' } as const;
  await addRefund({ request_id: next.id, ...back });
  await look(next);
  expect(refunded(deal)).toBe(2750);
  const passes = await askForPasses(next.id, { ...deal.buyer, device_key: (await aPhone()).device_key });
  expect([passes.status, passes.error.code]).toEqual([409, 'door.pass_void']);
});

test.each([
  [2300, "You don't pay anything more. The price is lower, so $2.16 goes back to your card. Open it in My tickets.", 0],
  [3500, "You don't pay anything more. Open it in My tickets.", 10.8],
])('the buyer’s mail says that a replacement at %i cents costs nothing more', async (ask, cost, added) => {
  const { deal, next } = await replacedDeal(ask);
  await later(deal, MINUTE_MS);
  const { title } = deal.event;
  const textsTo = async ({ user }: Deal['buyer'], about: string) =>
    (await mailsTo(user.email!)).filter(({ subject }) => subject === `${about}: ${title}`).map(({ text }) => text);
  const found = `The seller didn’t hand over 1 ticket for ${title} in time. We found you another ticket for the same night. ${cost}`;
  expect(await textsTo(deal.buyer, 'We found you another ticket')).toEqual([expect.stringContaining(found)]);
  const notPaid = `The buyer of 1 ticket for ${title} gets other tickets, so you aren’t paid for this sale.`;
  expect(await textsTo(deal.seller, 'Not paid out')).toEqual([expect.stringContaining(notPaid)]);
  expect(await textsTo(deal.seller, 'Not paid out')).not.toEqual([expect.stringContaining('back')]);
  type Paid = { payment: Record<'tickets' | 'fee' | 'added' | 'total', number> };
  const { json } = await call<Paid>('GET', `/api/payments/${next.id}`, deal.buyer);
  const { payment } = json;
  expect(payment.added).toBe(added);
  expect(payment.total).toBeCloseTo(payment.tickets + payment.fee - added, 2);
});
