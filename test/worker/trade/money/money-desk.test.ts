import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow } from '../../../../drizzle/seed/payment-rows.ts';
import {
  disputes,
  handovers,
  ledgerAccounts,
  ledgerTransfers,
  type NewLedgerTransfer,
  payouts,
  reconciliations,
} from '../../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { openHoldsOf } from '../../../support/worker/trade/holds.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { NOTE, refundsOf } from '../../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';

type Headers = Record<string, string>;

// A decision settles the payment at once. Here the provider does not answer, so the stored decision stays unchanged.
beforeEach(() => {
  fakeProvider().faults.serverError = 1;
});

/** Sorted, because the order of simultaneous answers does not matter. */
const byText = (one: unknown, other: unknown) => String(one).localeCompare(String(other));

const book = (transfer: Partial<NewLedgerTransfer> & Pick<NewLedgerTransfer, 'debit' | 'credit' | 'amount_cents'>) =>
  db.insert(ledgerTransfers).values({ cause: crypto.randomUUID(), leg: 1, at: new Date(), ...transfer });

const payoutOf = async (id: string) => (await db.select().from(payouts).where(eq(payouts.request_id, id)))[0];

/** Stores a comparison from some minutes ago, in which the ledger had $5.00. */
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

test('a problem decided for the seller releases the payout, unless a dispute holds it', async () => {
  const admin = await signedInAs('admin');
  const given = {
    handover: { status: 'problem' as const, problem: 'No QR code.', problem_at: new Date() },
    holds: ['problem'] as const,
  };
  const [free, held] = [await requestWithPayment(given), await requestWithPayment(given)];
  await db.insert(disputes).values(disputeRow({ request_id: held.request.id }));
  for (const { request } of [free, held]) {
    const { status } = await ask(`/api/admin/handovers/${request.id}`, {
      headers: admin.headers,
      json: { to: 'received', note: NOTE },
    });
    expect(status).toBe(200);
  }
  expect(await payoutOf(free.request.id)).toMatchObject({ status: 'due' });
  expect(await payoutOf(held.request.id)).toMatchObject({ status: 'frozen' });
  expect(await openHoldsOf(held.request.id)).toEqual(['dispute']);
});

test.each(['due', 'delivered', 'received', 'failed'] as const)(
  'staff have nothing to decide about a hand-over that is %s',
  async (status) => {
    const admin = await signedInAs('admin');
    const { request } = await requestWithPayment({ handover: { status } });
    const answer = await ask(`/api/admin/handovers/${request.id}`, {
      headers: admin.headers,
      json: { to: 'failed', note: NOTE },
    });
    expect([answer.status, answer.body.error.code]).toEqual([409, 'payments.decided']);
    expect(await refundsOf(request.id)).toEqual([]);
  },
);

test('an admin can hold a payout and release it, and it is sent only once no dispute or problem is open', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({ handover: { status: 'delivered' } });
  const move = (to: string) =>
    ask(`/api/admin/payouts/${request.id}`, {
      headers: admin.headers,
      json: to === 'due' ? { to, reasons: ['staff'] } : { to },
    });
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

test('the same key writes off a seller’s debt only once, and never more than the debt', async () => {
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

test('a difference of one cent raises an alarm, and so do three hours without a comparison and a balance that is short', async () => {
  const admin = await signedInAs('admin');
  await requestWithPayment({ payment: { created_at: new Date(Date.now() - 5 * 3_600_000) } });
  const alarm = async () => (await ask('/api/admin/money', { headers: admin.headers })).body['alarm'];
  await db.delete(reconciliations);
  expect(await alarm()).toBe('The ledger was not compared with the provider for more than three hours.');
  await compared(500, 170);
  expect(await alarm()).toContain('below what we hold');
  await book({ debit: 'provider', credit: 'bank', amount_cents: 3000 });
  expect(await alarm()).toBeNull();
  await compared(501, 60);
  expect(await alarm()).toBe('The provider holds $0.01 more than the ledger says.');
  await compared(499, 30);
  expect(await alarm()).toBe('The ledger holds $0.01 more than the provider says.');
});
