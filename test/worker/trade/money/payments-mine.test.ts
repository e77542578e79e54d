import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow, handoverRow, paymentRow, payoutRow, refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import { ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import {
  disputes,
  handovers,
  payments,
  payouts,
  refunds,
  ticketRequests,
} from '../../../../drizzle/tables/all-tables.ts';
import { PAYMENT_STATUSES } from '../../../../drizzle/vocabulary.ts';
import type { PaymentView } from '../../../../worker/contract/trade/payment-view.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { launch } from '../../../support/worker/launch.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';

interface Mine {
  id: string;
  status: string;
  payment: PaymentView | null;
  receiver: string | null;
}
type Person = Awaited<ReturnType<typeof signedInAs>>;

beforeEach(async () => {
  fakeProvider();
  await launch('my-tickets', true);
});

async function read<Body>(path: string, { headers }: Person) {
  const { answer, cost } = await callCounted(path, { headers });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  return { body: await answer.json<Body>(), cost };
}

const requestsOf = async (person: Person) =>
  (await read<{ ticket_requests: Mine[] }>('/api/my/ticket-requests', person)).body.ticket_requests;

test('the buyer of paid tickets sees the total and the fee, the seller what they receive and where to send the tickets', async () => {
  const due_at = new Date(Date.now() + 3_600_000);
  const payout_at = new Date(Date.now() + 6 * 86_400_000);
  const { seller, buyer, event } = await requestWithPayment({ handover: { due_at }, payout: { due_at: payout_at } });
  const handover = {
    status: 'due',
    kind: null,
    due_at: due_at.toISOString(),
    works_from: new Date(event.start_at.getTime() - 3_600_000).toISOString(),
    // The night has no end, so it is over six hours after its start.
    received_by_itself_at: new Date(event.start_at.getTime() + 30 * 3_600_000).toISOString(),
    problem: null,
  };
  const shared = {
    status: 'captured',
    tickets: 25,
    pay_url: null,
    pay_until: null,
    refunded: 0,
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

test.each(PAYMENT_STATUSES)(
  'a request whose payment is %s is shown to its buyer, and to its seller once a card was authorised',
  async (status) => {
    const { seller, buyer } = await requestWithPayment({ payment: { status } });
    const [bought] = await requestsOf(buyer);
    expect(bought!.payment?.status).toBe(status);
    const sold = await requestsOf(seller);
    expect(sold.map(({ payment }) => payment?.status)).toEqual(
      status === 'awaiting' || status === 'failed' ? [] : [status],
    );
  },
);

test('only the buyer gets the address of the card page, and only until the time to pay is over', async () => {
  const open = await requestWithPayment({ payment: { status: 'awaiting' } });
  const [asked] = await requestsOf(open.buyer);
  expect(asked!.payment).toMatchObject({
    pay_url: `http://127.0.0.1:9/pay/${open.request.id}`,
    pay_until: open.request.expires_at.toISOString(),
  });
  const late = await requestWithPayment({
    payment: { status: 'awaiting' },
    request: { expires_at: new Date(Date.now() - 1) },
  });
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
] as const)('while the hand-over is %s the seller sees the address of the buyer: %s', async (status, isShown) => {
  const { seller, buyer } = await requestWithPayment({ handover: { status } });
  expect((await requestsOf(seller))[0]!.receiver).toBe(isShown ? buyer.user.email : null);
  expect((await requestsOf(buyer))[0]!.receiver).toBeNull();
});

test('the refunds of a request are one sum with the slowest status and the newest reason; one that waits for a second person is not shown', async () => {
  const { buyer, seller, request } = await requestWithPayment({
    payment: { taken_cents: 1000 },
    handover: { status: 'failed' },
  });
  const of = { request_id: request.id };
  const staff = { reason: 'staff', asked_by: seller.user.id } as const;
  await db
    .insert(refunds)
    .values([
      refundRow({ ...of, ...staff, amount_cents: 1000, status: 'sent', created_at: new Date(1) }),
      refundRow({ ...of, amount_cents: 1750, status: 'due', created_at: new Date(2) }),
      refundRow({ ...of, ...staff, amount_cents: 9, status: 'dropped', created_at: new Date(3) }),
      refundRow({ ...of, ...staff, amount_cents: 9, status: 'asked', created_at: new Date(4) }),
    ]);
  expect((await requestsOf(buyer))[0]!.payment).toMatchObject({
    refunded: 10,
    refund: { amount: 27.5, status: 'due', because: 'not_delivered' },
  });
});

test('an open dispute is shown as such, a closed one is not', async () => {
  const { buyer, seller, request } = await requestWithPayment();
  await db.insert(disputes).values(disputeRow({ request_id: request.id, provider_id: 'dp_open' }));
  for (const person of [buyer, seller]) expect((await requestsOf(person))[0]!.payment!.is_disputed).toBe(true);
  await db.update(disputes).set({ status: 'won', closed_at: new Date() }).where(eq(disputes.provider_id, 'dp_open'));
  expect((await requestsOf(buyer))[0]!.payment!.is_disputed).toBe(false);
});

test('an event’s own state has the payment of the request, and a request without a payment has none', async () => {
  const { buyer, event, request } = await requestWithPayment({ payment: { status: 'awaiting' } });
  const { body, cost } = await read<{ requests: Mine[] }>(`/api/my/events/${event.id}`, buyer);
  expect(body.requests).toMatchObject([
    { id: request.id, status: 'pending', payment: { status: 'awaiting', total: 27.5 } },
  ]);
  expect(cost.round_trips).toBe(2);
});

test('the payments of a list cost no further round trip, and at most six further rows for each request', async () => {
  const me = await signedInAs('user');
  const { event, offered, seller } = await eventWithTickets([{ quantity: 99 }]);
  for (let at = 0; at < 40; at++) {
    const request = ticketRequestRow({
      event_id: event.id,
      listing_id: offered[0]!.id,
      seller_id: seller.id,
      buyer_id: me.user.id,
      status: 'accepted',
    });
    const of = { request_id: request.id };
    await db.batch([
      db.insert(ticketRequests).values(request),
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

test('a buyer who repeats a request gets the payment of that request and of no other', async () => {
  for (const { event, buyer, request } of [
    await requestWithPayment({ payment: { status: 'awaiting' } }),
    await requestWithPayment({ payment: { status: 'awaiting' } }),
  ]) {
    const input = {
      buyer_id: buyer.user.id,
      event_id: event.id,
      quantity: request.quantity,
      key: request.idempotency_key,
    };
    const { granted, payment, isNew } = await requestTickets(db, { input, now: new Date() });
    expect([granted, payment, isNew]).toMatchObject([{ id: request.id }, { request_id: request.id }, false]);
  }
});

test('the own tonight has paid tickets, until they are replaced or paid back', async () => {
  await launch('live', true);
  const { buyer, request } = await requestWithPayment({ event: { start_at: new Date(Date.now() - 3_600_000) } });
  const tonight = async () =>
    (await read<{ ticket_requests: Mine[] }>('/api/my/tonight', buyer)).body.ticket_requests.map(({ id, payment }) => [
      id,
      payment?.handover?.status,
    ]);
  expect(await tonight()).toEqual([[request.id, 'due']]);
  await db
    .update(handovers)
    .set({ status: 'failed', ended_at: new Date(), ended_by: 'time' })
    .where(eq(handovers.request_id, request.id));
  expect(await tonight()).toEqual([]);
});
