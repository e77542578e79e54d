import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import { events, refunds } from '../../../../drizzle/tables/all-tables.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { aPhone, askForPasses } from '../../../support/worker/door.ts';
import { listOther, openTickets, replacementOf } from '../../../support/worker/trade/kept-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import {
  balanceOf,
  type Deal,
  factsOf,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  refunded,
  statusOf,
  step,
} from '../../../support/worker/trade/paid-deal.ts';
import { difference, owedBy, sentElsewhere } from '../../../support/worker/trade/problem-calls.ts';

beforeEach(() => launch('handover', true));

test('the seller who failed owes the extra cost of a replacement, but not if the buyer is refunded later', async () => {
  const deal = await sentElsewhere('captured');
  await listOther(deal, { ask_price_cents: 3500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  expect((await factsOf(next)).payment).toMatchObject({ tickets_cents: 3500, buyer_fee_cents: 330, added_cents: 1080 });
  expect(await owedBy(deal)).toBe(1080);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-3830);
  await db.update(events).set({ cancelled_at: new Date() }).where(eq(events.id, deal.event.id));
  await later(next, 5 * MINUTE_MS);
  expect(await statusOf(next)).toMatchObject({ handover: 'failed', refunds: [['sent', 2750]] });
  expect(refunded(deal)).toBe(2750);
  expect(await owedBy(deal)).toBe(0);
  expect(await balanceOf(`hold:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('if a replacement is cheaper, the buyer gets back the difference', async () => {
  const deal = await sentElsewhere('captured');
  await listOther(deal, { ask_price_cents: 2300 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  await look(next);
  expect(await statusOf(next)).toMatchObject({ handover: 'delivered', refunds: [['sent', 216]] });
  expect(refunded(deal)).toBe(216);
  expect(await balanceOf(`hold:${next.id}`)).toBe(-2534);
  expect(await balanceOf(`refund_due:${next.id}`)).toBe(0);
  expect(await difference(deal)).toBe(0);
});

test('a replacement at half the price can be opened and has passes, although half the money is refunded', async () => {
  const deal = await sentElsewhere('captured', { event: { ticket_price_cents: 2500, price_min_pct: -60 } });
  await listOther(deal, { ask_price_cents: 1000 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  await look(next);
  expect(await statusOf(next)).toMatchObject({ handover: 'delivered', refunds: [['sent', 1620]] });
  const { answer } = await callCounted(`/api/ticket-requests/${next.id}/tickets`, { headers: deal.buyer.headers });
  expect((await answer.json<{ why_not: string | null }>()).why_not).not.toBe('ended');
  const passes = await askForPasses(next.id, { ...deal.buyer, device_key: (await aPhone()).device_key });
  expect([passes.status, passes.error]).toEqual([200, undefined]);
});

test('the passes of a more expensive replacement are void once the buyer is refunded what they paid', async () => {
  const deal = await sentElsewhere('captured');
  await listOther(deal, { ask_price_cents: 3500 });
  await later(deal, 25 * HOUR_MS);
  const next = (await replacementOf(deal))!;
  await openTickets(next);
  await step(next, 'buyer', 'received');
  await db
    .insert(refunds)
    .values(refundRow({ request_id: next.id, amount_cents: 2750, reason: 'problem', status: 'due' }));
  await look(next);
  expect(refunded(deal)).toBe(2750);
  const passes = await askForPasses(next.id, { ...deal.buyer, device_key: (await aPhone()).device_key });
  expect([passes.status, passes.error.code]).toEqual([409, 'door.pass_void']);
});

test.each([
  [2300, "You don't pay anything more. The price is lower, so $2.16 goes back to your card. Open it in My tickets.", 0],
  [3500, "You don't pay anything more. Open it in My tickets.", 10.8],
])(
  'the buyer gets a mail about the cost of a replacement (%i cents), and the seller who sent nothing gets none about a refund',
  async (ask, cost, added) => {
    const deal = await sentElsewhere('captured');
    await listOther(deal, { ask_price_cents: ask });
    for (const ms of [25 * HOUR_MS, MINUTE_MS]) await later(deal, ms);
    const { title } = deal.event;
    const textsTo = async ({ user }: Deal['buyer'], about: string) =>
      (await mailsTo(user.email!)).filter(({ subject }) => subject === `${about}: ${title}`).map(({ text }) => text);
    const found = `The seller didn’t hand over 1 ticket for ${title} in time. We found you another ticket for the same night. ${cost}`;
    expect(await textsTo(deal.buyer, 'We found you another ticket')).toEqual([expect.stringContaining(found)]);
    const notPaid = `The buyer of 1 ticket for ${title} gets other tickets, so you aren't paid for this sale.`;
    expect(await textsTo(deal.seller, 'Not paid out')).toEqual([expect.stringContaining(notPaid)]);
    expect(await textsTo(deal.seller, 'Not paid out')).not.toEqual([expect.stringContaining('back')]);
    const next = (await replacementOf(deal))!;
    const { answer } = await callCounted(`/api/payments/${next.id}`, { headers: deal.buyer.headers });
    const { payment } = await answer.json<{ payment: Record<'tickets' | 'fee' | 'added' | 'total', number> }>();
    expect(payment.added).toBe(added);
    expect(payment.total).toBeCloseTo(payment.tickets + payment.fee - added, 2);
  },
);
