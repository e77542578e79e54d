import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '../../../drizzle/tables/all-tables.ts';
import { openProvider } from '../../../worker/features/trade/provider/provider.ts';
import { settle } from '../../../worker/features/trade/payments/settle.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import {
  booksOf,
  CLOSED,
  dealAt,
  factsOf,
  later,
  look,
  MINUTE_MS,
  refunded,
  type Deal,
  STAGES,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { addRefund, changeHandover, changePayment } from '../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';

const cancel = ({ event, clock }: Deal, isOn = true) =>
  changeEvent(event.id, { cancelled_at: isOn ? fromNow(clock.ahead) : null });

const OPEN = { handover: null, payout: null, refunds: [] };
const CHARGED = { request: 'accepted', payment: 'captured', refunds: [['sent', 2750]] };

test.each([
  ['awaiting', { ...OPEN, request: 'declined', payment: 'failed' }],
  ['authorized', { ...OPEN, request: 'declined', payment: 'voided' }],
  ['answered', { ...OPEN, request: 'declined', payment: 'voided' }],
  ['captured', { ...CHARGED, handover: 'failed', payout: 'dropped' }],
  ['delivered', { ...CHARGED, handover: 'failed', payout: 'dropped' }],
  ['received', { ...CHARGED, handover: 'received', payout: 'dropped' }],
] as const)('nobody loses money if the night is cancelled at the stage “%s”', async (stage, expected) => {
  const deal = await dealAt(stage);
  await cancel(deal);
  await later(deal, 3 * MINUTE_MS);
  await later(deal, 3 * MINUTE_MS);
  expect(await statusOf(deal)).toEqual(expected);
  const isCharged = expected.payment === 'captured';
  expect([await booksOf(deal), refunded(deal)]).toEqual(isCharged ? [CLOSED(5, 1), 2750] : [CLOSED(6, 0), 0]);
});

test.each(STAGES)('a cancellation undone within two minutes does not affect a sale at stage “%s”', async (stage) => {
  const deal = await dealAt(stage);
  const [before, books] = [await statusOf(deal), await booksOf(deal)];
  await cancel(deal);
  deal.clock.ahead += MINUTE_MS;
  await look(deal);
  expect([await statusOf(deal), await booksOf(deal), refunded(deal)]).toEqual([before, books, 0]);
  await cancel(deal, false);
  await look(deal);
  // By now the seller can no longer undo the answer, so the card is charged.
  const then = stage === 'answered' ? { request: 'accepted', payment: 'captured', refunds: [] } : before;
  expect([await statusOf(deal), refunded(deal)]).toMatchObject([then, 0]);
});

test('a buyer who disputed the payment for a cancelled night gets the money back only once', async () => {
  for (const end of ['won', 'lost'] as const) {
    const deal = await dealAt('delivered');
    const { intent_id } = (await factsOf(deal)).payment;
    const dispute = deal.fake.act.dispute(intent_id!);
    await look(deal);
    expect(await booksOf(deal)).toMatchObject({ hold: 2750, disputed: 2750, difference: 0 });
    await cancel(deal);
    await later(deal, 3 * MINUTE_MS);
    expect(refunded(deal)).toBe(0);
    deal.fake.act.closeDispute(dispute.id, end);
    await later(deal, 2 * 60 * MINUTE_MS);
    expect([end, await booksOf(deal)]).toEqual([end, CLOSED(5, 1)]);
    expect([end, refunded(deal)]).toEqual([end, end === 'won' ? 2750 : 0]);
  }
});

test('a seller who has spent the payout owes it if the night was cancelled before its end', async () => {
  const deal = await dealAt('paid out');
  const { clock, event } = deal;
  deal.fake.act.setUncollectable([...deal.fake.state().accounts.keys()][0]!, true);
  const paidAt = clock.ahead;
  clock.ahead = event.start_at.getTime() - Date.now();
  await cancel(deal);
  clock.ahead = paidAt;
  await later(deal, 3 * MINUTE_MS);
  expect(refunded(deal)).toBe(2750);
  expect(await booksOf(deal)).toEqual({ ...CLOSED(5, 1), receivable: 2500 });
});

/** The provider has failed ten times, so the next failure would delay the payment's next step by hours. */
async function failing() {
  const deal = await dealAt('captured');
  const { id: request_id } = deal;
  const due_at = new Date(Date.now() + deal.clock.ahead + 10 * MINUTE_MS);
  await changeHandover(request_id, { due_at });
  const refund = { reason: 'staff', amount_cents: 500, asked_by: deal.seller.user.id } as const;
  await addRefund({ request_id, ...refund });
  await changePayment(request_id, { failures: 10 });
  return { deal, due_at };
}

test('while the payment provider is down, a sale whose tickets were not sent still fails at its deadline', async () => {
  const { deal, due_at } = await failing();
  deal.fake.faults.serverError = 1;
  expect(await look(deal)).toBe(false);
  expect((await factsOf(deal)).payment).toMatchObject({ failures: 11, settle_at: due_at });
  await later(deal, 11 * MINUTE_MS);
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'failed', ended_by: 'time' });
});

test('if a night is cancelled while a call to the provider is failing, the next step of the payment is due at once', async () => {
  const { deal } = await failing();
  const provider = openProvider(env, async () => {
    await cancel(deal);
    return new Response('{}', { status: 500 });
  });
  expect(await settle(env, deal.id, { now: nowOf(deal), provider })).toBe(false);
  expect((await factsOf(deal)).payment).toMatchObject({ failures: 11, settle_at: new Date(0) });
});

test('an event is not deleted while a checkout is open or the money of a buyer is held', async () => {
  const { headers } = await signedInAs('admin');
  for (const stage of ['awaiting', 'captured'] as const) {
    const deal = await dealAt(stage);
    const { status, body } = await ask(`/api/admin/events/${deal.event.id}`, { method: 'DELETE', headers, json: {} });
    expect([stage, status, body.error.code]).toEqual([stage, 409, 'event.has_tickets']);
    expect(await db.select().from(events).where(eq(events.id, deal.event.id))).toHaveLength(1);
  }
});
