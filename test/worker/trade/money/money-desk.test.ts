import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow, refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import {
  disputes,
  handovers,
  ledgerAccounts,
  ledgerTransfers,
  type NewLedgerTransfer,
  payouts,
  providerEvents,
  reconciliations,
  refunds,
} from '../../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { openHoldsOf } from '../../../support/worker/trade/holds.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { NOTE, refund, refundsOf } from '../../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';

type Headers = Record<string, string>;

// A decision has the payment settled at once. The provider does not answer here, so what was decided stays as it was stored.
beforeEach(() => {
  fakeProvider().faults.serverError = 1;
});

/** The order of answers that came at once does not matter. */
const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

const book = (transfer: Partial<NewLedgerTransfer> & Pick<NewLedgerTransfer, 'debit' | 'credit' | 'amount_cents'>) =>
  db.insert(ledgerTransfers).values({ cause: crypto.randomUUID(), leg: 1, at: new Date(), ...transfer });

const payoutOf = async (id: string) => (await db.select().from(payouts).where(eq(payouts.request_id, id)))[0];

/** Stores a comparison of some minutes ago. The ledger had $5.00. */
const compared = (provider_cents: number, minutes: number) =>
  db.insert(reconciliations).values({
    at: new Date(Date.now() - minutes * 60_000),
    provider_cents,
    ledger_cents: 500,
    difference_cents: provider_cents - 500,
    unmatched: [],
  });

test('a problem decided for the buyer refunds everything that is left, once', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment({
    payment: { taken_cents: 250 },
    handover: { status: 'problem', problem: 'No QR code.', problem_at: new Date() },
    holds: ['problem'],
  });
  const decide = ({ headers }: { headers: Headers }, to: string) =>
    ask(`/api/admin/handovers/${request.id}`, { headers, json: { to, note: NOTE } });
  const both = await Promise.all([decide(one, 'failed'), decide(other, 'failed')]);
  expect(both.map(({ status }) => status).toSorted(byText)).toEqual([200, 409]);
  expect(await refundsOf(request.id)).toMatchObject([{ amount_cents: 2500, reason: 'problem', status: 'due' }]);
  const [handover] = await db.select().from(handovers).where(eq(handovers.request_id, request.id));
  expect(handover).toMatchObject({ status: 'failed', ended_by: 'staff' });
  expect((await logOf(request.id)).map(({ action }) => action)).toEqual(['handover.failed']);
});

test('a problem decided for the seller lets the payout go, unless a dispute holds it', async () => {
  const admin = await signedInAs('admin');
  const given = {
    handover: { status: 'problem' as const, problem: 'No QR code.', problem_at: new Date() },
    holds: ['problem'] as const,
  };
  const [free, held] = [await requestWithPayment(given), await requestWithPayment(given)];
  await db.insert(disputes).values(disputeRow({ request_id: held.request.id }));
  for (const { request } of [free, held]) {
    const { status } = await ask(`/api/admin/handovers/${request.id}`, { headers: admin.headers, json: { to: 'received', note: NOTE } });
    expect(status).toBe(200);
  }
  expect(await payoutOf(free.request.id)).toMatchObject({ status: 'due' });
  expect(await payoutOf(held.request.id)).toMatchObject({ status: 'frozen' });
  expect(await openHoldsOf(held.request.id)).toEqual(['dispute']);
});

test.each(['due', 'delivered', 'received', 'failed'] as const)('there is nothing to decide while a hand-over is %s', async (status) => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({ handover: { status } });
  const answer = await ask(`/api/admin/handovers/${request.id}`, { headers: admin.headers, json: { to: 'failed', note: NOTE } });
  expect([answer.status, answer.body.error.code]).toEqual([409, 'payments.decided']);
  expect(await refundsOf(request.id)).toEqual([]);
});

test('a payout that an admin holds is let go, and leaves only once no dispute or problem is open', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({ handover: { status: 'delivered' } });
  const move = (to: string) =>
    ask(`/api/admin/payouts/${request.id}`, { headers: admin.headers, json: to === 'due' ? { to, reasons: ['staff'] } : { to } });
  expect((await move('frozen')).status).toBe(200);
  expect((await move('frozen')).body.error.code).toBe('payments.decided');
  await db
    .update(handovers)
    .set({ status: 'problem', problem: 'No QR code.', problem_at: new Date() })
    .where(eq(handovers.request_id, request.id));
  expect((await move('due')).status).toBe(200);
  expect(await openHoldsOf(request.id)).toEqual(['problem']);
  await db
    .update(handovers)
    .set({ status: 'received', ended_at: new Date(), ended_by: 'staff' })
    .where(eq(handovers.request_id, request.id));
  expect(await payoutOf(request.id)).toMatchObject({ status: 'due' });
  await db.insert(disputes).values(disputeRow({ request_id: request.id }));
  expect((await move('due')).body.error.code).toBe('payments.decided');
  expect(await payoutOf(request.id)).toMatchObject({ status: 'frozen' });
  await db.update(disputes).set({ status: 'won', closed_at: new Date() }).where(eq(disputes.request_id, request.id));
  expect(await payoutOf(request.id)).toMatchObject({ status: 'due' });
  expect((await logOf(request.id)).map(({ action }) => action)).toEqual(['payout.frozen', 'payout.due']);
});

test('a debt of a seller is written off once for a key, and never more than the debt', async () => {
  const admin = await signedInAs('admin');
  const seller = await signedInAs('user');
  const account = `receivable:${seller.user.id}`;
  await book({ debit: account, credit: 'provider', amount_cents: 3000 });
  const writeOff = (amount: number, key: string) =>
    ask(`/api/admin/sellers/${seller.user.id}/write-off`, {
      headers: { ...admin.headers, 'Idempotency-Key': key },
      json: { amount, note: NOTE },
    });
  expect((await writeOff(30.01, 'too-much')).body.error.message).toBe('This seller owes $30.00. Enter that or less.');
  const twice = await Promise.all([writeOff(20, 'write-off'), writeOff(20, 'write-off')]);
  expect(twice.map(({ status, body }) => [status, body['owes']])).toEqual([
    [201, 10],
    [201, 10],
  ]);
  const both = await Promise.all([writeOff(10, 'first-key'), writeOff(10, 'other-key')]);
  expect(both.map(({ status }) => status).toSorted(byText)).toEqual([201, 409]);
  const [left] = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.name, account));
  expect(left).toMatchObject({ debits_cents: 3000, credits_cents: 3000 });
  expect(await logOf(seller.user.id)).toHaveLength(2);
});

test('the overview names balances in dollars, and everything that waits for a person', async () => {
  const admin = await signedInAs('admin');
  const before = await ask('/api/admin/money', { headers: admin.headers });
  const sale = await requestWithPayment({
    payment: { failures: 3, last_error: 'The provider did not answer.' },
    handover: { status: 'problem', problem: 'No QR code.', problem_at: new Date() },
    holds: ['problem'],
  });
  const request_id = sale.request.id;
  await db.insert(refunds).values(refundRow({ request_id, status: 'stuck', reason: 'problem' }));
  await db.insert(refunds).values({ ...refundRow({ request_id, status: 'asked' }), reason: 'staff', asked_by: admin.user.id });
  await db.insert(providerEvents).values({ id: 'evt_old', type: 'x', subject: 'y', received_at: new Date(Date.now() - 700_000) });
  await book({ debit: `receivable:${sale.seller.user.id}`, credit: `refund_due:${request_id}`, amount_cents: 400 });
  const { body } = await ask('/api/admin/money', { headers: admin.headers });
  type Overview = { balance: Record<string, number>; stuck: Record<string, { request_id?: string; seller_id?: string; owes?: number }[]> };
  const [balance, old] = [(body as unknown as Overview).balance, (before.body as unknown as Overview).balance];
  expect(balance['held']! - old['held']!).toBeCloseTo(27.5);
  expect(balance['refund_due']! - old['refund_due']!).toBeCloseTo(4);
  const { stuck } = body as unknown as Overview;
  for (const list of ['refunds', 'asked_refunds', 'failing_payments', 'problems', 'frozen_payouts']) {
    expect([list, stuck[list]!.map((row) => row.request_id)]).toEqual([list, expect.arrayContaining([request_id])]);
  }
  expect(stuck['owing_sellers']).toContainEqual({ seller_id: sale.seller.user.id, seller_email: sale.seller.user.email, owes: 4 });
  expect(stuck['open_events']).toBe(1);
});

test('a difference of one cent raises the alarm, and so do three hours without a comparison', async () => {
  const admin = await signedInAs('admin');
  await requestWithPayment({ payment: { created_at: new Date(Date.now() - 5 * 3_600_000) } });
  const alarm = async () => (await ask('/api/admin/money', { headers: admin.headers })).body['alarm'];
  await db.delete(reconciliations);
  expect(await alarm()).toBe('The ledger was not compared with the provider for more than three hours.');
  await compared(500, 170);
  expect(await alarm()).toBeNull();
  await compared(501, 60);
  expect(await alarm()).toBe('The provider holds $0.01 more than the ledger says.');
  await compared(499, 30);
  expect(await alarm()).toBe('The ledger holds $0.01 more than the provider says.');
});

test('the days show what was held at their end, and what was paid, refunded and earned on them', async () => {
  const admin = await signedInAs('admin');
  const read = async () => (await ask('/api/admin/money/days?days=2', { headers: admin.headers })).body['days'] as Record<string, number>[];
  const before = await read();
  const at = new Date(Date.now() - 86_400_000);
  await book({ debit: 'provider', credit: 'hold:a', amount_cents: 10_000, at });
  await book({ debit: 'hold:a', credit: 'payable:b', amount_cents: 6000 });
  await book({ debit: 'hold:a', credit: 'income:fees', amount_cents: 1000 });
  await book({ debit: 'payable:b', credit: 'provider', amount_cents: 6000 });
  await book({ debit: 'hold:a', credit: 'refund_due:a', amount_cents: 500 });
  await book({ debit: 'refund_due:a', credit: 'provider', amount_cents: 500 });
  const after = await read();
  const grown = after.map((day, index) => ['held', 'paid', 'refunded', 'fees'].map((key) => day[key]! - before[index]![key]!));
  expect(grown).toEqual([
    [100, 0, 0, 0],
    [25, 60, 5, 10],
  ]);
});

test('the story of a request tells what happened in order, with its rows', async () => {
  const admin = await signedInAs('admin');
  const { request, buyer } = await requestWithPayment({ handover: { status: 'received' } });
  await refund(admin.headers, { request_id: request.id, amount: 5 });
  const { body } = await ask(`/api/admin/money/requests/${request.id}`, { headers: admin.headers });
  expect(body).toMatchObject({
    buyer: { email: buyer.user.email },
    payment: { status: 'captured', total: 27.5, receives: 25 },
    left: 22.5,
    handover: { status: 'received' },
    refunds: [{ amount: 5 }],
    ledger: [{ amount: 27.5, debit: 'provider' }],
    entries: [{ action: 'refund.ask' }],
  });
  const steps = (body['steps'] as { text: string }[]).map(({ text }) => text);
  // The rows of the payment are of 2030.
  expect(steps).toEqual([
    'A refund of $5.00 was decided: staff asked for it.',
    'The buyer asked for 1 ticket at $25.00 each, $27.50 in all with fees.',
    "The buyer's card was authorized for $27.50. Nothing was charged yet.",
    'The seller had accepted, and the card was charged $27.50.',
    'The buyer said that they have the tickets.',
  ]);
  const found = await ask(`/api/admin/money/requests?q=${encodeURIComponent(buyer.user.email!.toUpperCase())}`, { headers: admin.headers });
  expect((found.body['payments'] as { request_id: string }[]).map(({ request_id }) => request_id)).toEqual([request.id]);
  const again = await ask(`/api/admin/money/requests/${request.id}/settle`, { headers: admin.headers, method: 'POST' });
  expect([again.status, (await logOf(request.id)).at(-1)!.action]).toEqual([200, 'payment.settle']);
});

test('the summary counts what waits for a person, and says whether there is money', async () => {
  const admin = await signedInAs('admin');
  const read = async () => (await ask('/api/admin/summary', { headers: admin.headers })).body;
  const before = await read();
  const { request } = await requestWithPayment({ handover: { status: 'problem' } });
  await db.insert(refunds).values(refundRow({ request_id: request.id, status: 'stuck' }));
  await db.insert(disputes).values(disputeRow({ request_id: request.id }));
  expect(await read()).toMatchObject({ has_money: true, money_waiting: Number(before['money_waiting']) + 3 });
});
