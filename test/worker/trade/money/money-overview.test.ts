import { beforeEach, expect, test } from 'vitest';
import { disputeRow, refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import {
  disputes,
  ledgerTransfers,
  type NewLedgerTransfer,
  providerEvents,
  refunds,
} from '../../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { fakeProvider } from '../../../support/worker/trade/fake-provider.ts';
import { refund } from '../../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';

// A decision settles the payment at once. Here the provider does not answer, so the stored decision stays unchanged.
beforeEach(() => {
  fakeProvider().faults.serverError = 1;
});

const book = (transfer: Partial<NewLedgerTransfer> & Pick<NewLedgerTransfer, 'debit' | 'credit' | 'amount_cents'>) =>
  db.insert(ledgerTransfers).values({ cause: crypto.randomUUID(), leg: 1, at: new Date(), ...transfer });

test('the overview shows balances in dollars, and everything that waits for an admin', async () => {
  const admin = await signedInAs('admin');
  const before = await ask('/api/admin/money', { headers: admin.headers });
  const sale = await requestWithPayment({
    payment: { failures: 3, last_error: 'The provider did not answer.' },
    handover: { status: 'problem', problem: 'No QR code.', problem_at: new Date() },
    holds: ['problem'],
  });
  const request_id = sale.request.id;
  await db.insert(refunds).values(refundRow({ request_id, status: 'stuck', reason: 'problem' }));
  await db
    .insert(refunds)
    .values({ ...refundRow({ request_id, status: 'asked' }), reason: 'staff', asked_by: admin.user.id });
  await db
    .insert(providerEvents)
    .values({ id: 'evt_old', type: 'x', subject: 'y', received_at: new Date(Date.now() - 700_000) });
  await book({ debit: `receivable:${sale.seller.user.id}`, credit: `refund_due:${request_id}`, amount_cents: 400 });
  const { body } = await ask('/api/admin/money', { headers: admin.headers });
  type Overview = {
    balance: Record<string, number>;
    stuck: Record<string, { request_id?: string; seller_id?: string; owes?: number }[]>;
  };
  const [balance, old] = [(body as unknown as Overview).balance, (before.body as unknown as Overview).balance];
  expect(balance['held']! - old['held']!).toBeCloseTo(27.5);
  expect(balance['refund_due']! - old['refund_due']!).toBeCloseTo(4);
  const { stuck } = body as unknown as Overview;
  for (const list of ['refunds', 'asked_refunds', 'failing_payments', 'problems', 'frozen_payouts']) {
    expect([list, stuck[list]!.map((row) => row.request_id)]).toEqual([list, expect.arrayContaining([request_id])]);
  }
  expect(stuck['owing_sellers']).toContainEqual({
    seller_id: sale.seller.user.id,
    seller_email: sale.seller.user.email,
    owes: 4,
  });
  expect(stuck['open_events']).toBe(1);
});

test('each day shows the money held at its end, and the money paid, refunded and earned on it', async () => {
  const admin = await signedInAs('admin');
  const read = async () =>
    (await ask('/api/admin/money/days?days=2', { headers: admin.headers })).body['days'] as Record<string, number>[];
  const before = await read();
  const at = new Date(Date.now() - 86_400_000);
  await book({ debit: 'provider', credit: 'hold:a', amount_cents: 10_000, at });
  await book({ debit: 'hold:a', credit: 'payable:b', amount_cents: 6000 });
  await book({ debit: 'hold:a', credit: 'income:fees', amount_cents: 1000 });
  await book({ debit: 'payable:b', credit: 'provider', amount_cents: 6000 });
  await book({ debit: 'hold:a', credit: 'refund_due:a', amount_cents: 500 });
  await book({ debit: 'refund_due:a', credit: 'provider', amount_cents: 500 });
  const after = await read();
  const grown = after.map((day, index) =>
    ['held', 'paid', 'refunded', 'fees'].map((key) => day[key]! - before[index]![key]!),
  );
  expect(grown).toEqual([
    [100, 0, 0, 0],
    [25, 60, 5, 10],
  ]);
});

test('the history of a request lists what happened in order, with the stored rows', async () => {
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
  // The rows of the payment are from 2030.
  expect(steps).toEqual([
    'A refund of $5.00 was decided: staff asked for it.',
    'The buyer asked for 1 ticket at $25.00 each, $27.50 in total with fees.',
    "The buyer's card was authorized for $27.50. Nothing was charged yet.",
    'The seller had accepted, and the card was charged $27.50.',
    'The buyer confirmed having the tickets.',
  ]);
  const found = await ask(`/api/admin/money/requests?q=${encodeURIComponent(buyer.user.email!.toUpperCase())}`, {
    headers: admin.headers,
  });
  expect((found.body['payments'] as { request_id: string }[]).map(({ request_id }) => request_id)).toEqual([
    request.id,
  ]);
  const again = await ask(`/api/admin/money/requests/${request.id}/settle`, { headers: admin.headers, method: 'POST' });
  expect([again.status, (await logOf(request.id)).at(-1)!.action]).toEqual([200, 'payment.settle']);
});

test('the summary counts what waits for an admin, and says whether any money is involved', async () => {
  const admin = await signedInAs('admin');
  const read = async () => (await ask('/api/admin/summary', { headers: admin.headers })).body;
  const before = await read();
  const { request } = await requestWithPayment({ handover: { status: 'problem' } });
  await db.insert(refunds).values(refundRow({ request_id: request.id, status: 'stuck' }));
  await db.insert(disputes).values(disputeRow({ request_id: request.id }));
  expect(await read()).toMatchObject({ has_money: true, money_waiting: Number(before['money_waiting']) + 3 });
});
