import { countRows } from '../../../support/worker/count-d1.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { handoverRow, paymentRow, payoutRow, refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import { disputes, handovers, payments, payouts, refunds } from '../../../../drizzle/tables/all-tables.ts';
import { PAYMENT_STATUSES } from '../../../../drizzle/vocabulary.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { beginMyTickets, type Mine, read, requestsOf } from '../../../support/worker/trade/my-tickets.ts';
import { addDispute, addRequest, changeHandover } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';

countRows();

beforeEach(beginMyTickets);

test('the buyer of paid tickets sees the total and the fee; the seller sees their earnings and where to send the tickets', async () => {
  const due_at = fromNow(3_600_000);
  const payout_at = fromNow(6 * 86_400_000);
  const { seller, buyer, event } = await requestWithPayment({ handover: { due_at }, payout: { due_at: payout_at } });
  const handover = {
    status: 'due',
    kind: null,
    due_at: due_at.toISOString(),
    opens_at: new Date(event.start_at.getTime() - 86_400_000).toISOString(),
    works_from: new Date(event.start_at.getTime() - 3_600_000).toISOString(),
    // The event has no end time, so it ends six hours after its start. The tickets count as received a day later.
    received_by_itself_at: new Date(event.start_at.getTime() + 30 * 3_600_000).toISOString(),
    problem: null,
  };
  const shared = {
    status: 'captured',
    tickets: 25,
    pay_url: null,
    pay_until: null,
    refunded: 0,
    added: 0,
    sold_at_once: false,
    is_disputed: false,
    handover,
    refund: null,
    problem: null,
    replaces: null,
    replaced_by: null,
  };
  const [bought] = await requestsOf(buyer);
  expect(bought).toMatchObject({ status: 'accepted', receiver: null });
  expect(bought!.payment).toEqual({ ...shared, total: 27.5, fee: 2.5, receives: null, payout: null });
  const [sold] = await requestsOf(seller);
  expect(sold).toMatchObject({ status: 'accepted', receiver: buyer.user.email });
  const payout = { status: 'due', due_at: payout_at.toISOString(), held_because: [], receives: 25 };
  expect(sold!.payment).toEqual({ ...shared, total: null, fee: null, receives: 25, payout });
});

test.each(PAYMENT_STATUSES)('payment %s: buyers see it, sellers see it if the card was authorized', async (status) => {
  const { seller, buyer } = await requestWithPayment({ payment: { status } });
  const [bought] = await requestsOf(buyer);
  expect(bought!.payment?.status).toBe(status);
  const sold = await requestsOf(seller);
  expect(sold.map(({ payment }) => payment?.status)).toEqual(
    status === 'awaiting' || status === 'failed' ? [] : [status],
  );
});

test('only the buyer gets the address of the card page, and only while there is time to pay', async () => {
  const open = await requestWithPayment({ payment: { status: 'awaiting' } });
  const [asked] = await requestsOf(open.buyer);
  expect(asked!.payment).toMatchObject({
    pay_url: `http://127.0.0.1:9/pay/${open.request.id}`,
    pay_until: open.request.expires_at.toISOString(),
  });
  const late = await requestWithPayment({ payment: { status: 'awaiting' }, request: { expires_at: fromNow(-1) } });
  const [ranOut] = await requestsOf(late.buyer);
  expect(ranOut).toMatchObject({ status: 'expired', payment: { status: 'awaiting', pay_url: null, pay_until: null } });
  const authorized = await requestWithPayment({ payment: { status: 'authorized' } });
  for (const person of [authorized.buyer, authorized.seller]) {
    expect((await requestsOf(person))[0]!.payment).toMatchObject({ pay_url: null, pay_until: null });
  }
});

test.each([
  ['due', true],
  ['delivered', true],
  ['problem', false],
  ['received', false],
  ['failed', false],
] as const)('with the hand-over status %s, the seller sees the buyer’s address: %s', async (status, isShown) => {
  const { seller, buyer } = await requestWithPayment({ handover: { status } });
  expect((await requestsOf(seller))[0]!.receiver).toBe(isShown ? buyer.user.email : null);
  expect((await requestsOf(buyer))[0]!.receiver).toBeNull();
});

test('a buyer sees the sum of the refunds that are due or sent', async () => {
  const failed = { payment: { taken_cents: 1000 }, handover: { status: 'failed' } } as const;
  const { buyer, seller, request } = await requestWithPayment(failed);
  const of = { request_id: request.id };
  const staff = { reason: 'staff', asked_by: seller.user.id } as const;
  const rows = [
    refundRow({ ...of, ...staff, amount_cents: 1000, status: 'sent', created_at: new Date(1) }),
    refundRow({ ...of, amount_cents: 1750, status: 'due', created_at: new Date(2) }),
    refundRow({ ...of, ...staff, amount_cents: 9, status: 'dropped', created_at: new Date(3) }),
    refundRow({ ...of, ...staff, amount_cents: 9, status: 'asked', created_at: new Date(4) }),
  ];
  await db.insert(refunds).values(rows);
  expect((await requestsOf(buyer))[0]!.payment).toMatchObject({
    refunded: 10,
    refund: { amount: 27.5, status: 'due', because: 'not_delivered' },
  });
});

test('buyer and seller see that a payment is disputed while the dispute is open', async () => {
  const { buyer, seller, request } = await requestWithPayment();
  await addDispute({ request_id: request.id, provider_id: 'dp_open' });
  for (const person of [buyer, seller]) expect((await requestsOf(person))[0]!.payment!.is_disputed).toBe(true);
  await db.update(disputes).set({ status: 'won', closed_at: new Date() }).where(eq(disputes.provider_id, 'dp_open'));
  expect((await requestsOf(buyer))[0]!.payment!.is_disputed).toBe(false);
});

test('a buyer’s own data for an event contain the payment of their ticket request', async () => {
  const { buyer, event, request } = await requestWithPayment({ payment: { status: 'awaiting' } });
  const { body, cost } = await read<{ requests: Mine[] }>(`/api/my/events/${event.id}`, buyer);
  expect(body.requests).toMatchObject([
    { id: request.id, status: 'pending', payment: { status: 'awaiting', total: 27.5 } },
  ]);
  expect(cost.round_trips).toBe(2);
});

test('the payments in a list of ticket requests cost no extra round trip and few extra rows', async () => {
  const me = await signedInAs('user');
  const { listed, seller } = await eventWithTickets([{ quantity: 99 }]);
  for (let at = 0; at < 40; at++) {
    const request = await addRequest(listed[0]!, { buyer_id: me.user.id, status: 'accepted' });
    const of = { request_id: request.id };
    await db.batch([
      db.insert(payments).values(paymentRow({ ...of, status: 'captured' })),
      db.insert(handovers).values(handoverRow(of)),
      db.insert(payouts).values(payoutRow({ ...of, seller_id: seller.id })),
      db.insert(refunds).values(refundRow({ ...of, status: 'sent' })),
    ]);
  }
  const { body, cost } = await read<{ ticket_requests: Mine[] }>('/api/my/ticket-requests', me);
  expect(body.ticket_requests).toHaveLength(40);
  expect(cost.round_trips).toBe(2);
  expect(cost.rows_read).toBeLessThanOrEqual(10 * 40 + 12);
});

test('a repeated ticket request returns its own payment', async () => {
  for (const { event, buyer, request } of [
    await requestWithPayment({ payment: { status: 'awaiting' } }),
    await requestWithPayment({ payment: { status: 'awaiting' } }),
  ]) {
    const { quantity, idempotency_key: key } = request;
    const input = { buyer_id: buyer.user.id, event_id: event.id, quantity, key };
    const { granted, payment, isNew } = await requestTickets(db, { input, now: new Date() });
    expect([granted, payment, isNew]).toMatchObject([{ id: request.id }, { request_id: request.id }, false]);
  }
});

test('the page Tonight shows a buyer’s paid tickets until their hand-over fails', async () => {
  await launch('live', true);
  const { buyer, request } = await requestWithPayment({ event: { start_at: fromNow(-3_600_000) } });
  const tonight = async () =>
    (await read<{ ticket_requests: Mine[] }>('/api/my/tonight', buyer)).body.ticket_requests.map(({ id, payment }) => [
      id,
      payment?.handover?.status,
    ]);
  expect(await tonight()).toEqual([[request.id, 'due']]);
  await changeHandover(request.id, { status: 'failed', ended_at: new Date(), ended_by: 'time' });
  expect(await tonight()).toEqual([]);
});
