import { beforeEach, expect, test } from 'vitest';
import { providerEvents } from '../../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { refund } from '../../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { addDispute, addRefund, bookCents } from '../../../support/worker/trade/deals/rows.ts';
import { failProvider, PROBLEM } from '../../../support/worker/trade/deals/deals.ts';
import { fromNow } from '../../../support/worker/moments.ts';

beforeEach(failProvider);

test('the overview shows balances in dollars, and everything that waits for an admin', async () => {
  const admin = await signedInAs('admin');
  const before = await ask('/api/admin/money', admin);
  const failing = { failures: 3, last_error: 'The provider did not answer.' };
  const sale = await requestWithPayment({ payment: failing, ...PROBLEM });
  const request_id = sale.request.id;
  const asked = { reason: 'staff', asked_by: admin.user.id } as const;
  await addRefund({ request_id, status: 'stuck', reason: 'problem' });
  await addRefund({ request_id, status: 'asked', ...asked });
  await db.insert(providerEvents).values({ id: 'evt_old', type: 'x', subject: 'y', received_at: fromNow(-700_000) });
  await bookCents(`receivable:${sale.seller.user.id}`, `refund_due:${request_id}`, 400);
  const { body } = await ask('/api/admin/money', admin);
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
  const { id: seller_id, email: seller_email } = sale.seller.user;
  expect(stuck['owing_sellers']).toContainEqual({ seller_id, seller_email, owes: 4 });
  expect(stuck['open_events']).toBe(1);
});

test('each day shows the money held at its end, and what was paid, refunded and earned that day', async () => {
  const admin = await signedInAs('admin');
  const read = async () => (await ask('/api/admin/money/days?days=2', admin)).body['days'] as Record<string, number>[];
  const before = await read();
  const at = fromNow(-86_400_000);
  await bookCents('provider', 'hold:a', 10_000, at);
  await bookCents('hold:a', 'payable:b', 6000);
  await bookCents('hold:a', 'income:fees', 1000);
  await bookCents('payable:b', 'provider', 6000);
  await bookCents('hold:a', 'refund_due:a', 500);
  await bookCents('refund_due:a', 'provider', 500);
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
  const { body } = await ask(`/api/admin/money/requests/${request.id}`, admin);
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
  // The rows of the payment are dated 2030, so the refund of today comes first.
  expect(steps).toEqual([
    'A refund of $5.00 was decided: staff asked for it.',
    'The buyer asked for 1 ticket at $25.00 each, $27.50 in total with fees.',
    "The buyer's card was authorized for $27.50. Nothing was charged yet.",
    'The seller had accepted, and the card was charged $27.50.',
    'The buyer confirmed having the tickets.',
  ]);
  const q = encodeURIComponent(buyer.user.email!.toUpperCase());
  const found = await ask(`/api/admin/money/requests?q=${q}`, admin);
  expect(found.body['payments']).toEqual([expect.objectContaining({ request_id: request.id })]);
  const again = await ask(`/api/admin/money/requests/${request.id}/settle`, { headers: admin.headers, method: 'POST' });
  expect([again.status, (await logOf(request.id)).at(-1)!.action]).toEqual([200, 'payment.settle']);
});

test('the summary counts the problems, stuck refunds and disputes that wait for an admin', async () => {
  const admin = await signedInAs('admin');
  const read = async () => (await ask('/api/admin/summary', admin)).body;
  const before = await read();
  const { request } = await requestWithPayment({ handover: { status: 'problem' } });
  await addRefund({ request_id: request.id, status: 'stuck' });
  await addDispute({ request_id: request.id });
  expect(await read()).toMatchObject({ has_money: true, money_waiting: Number(before['money_waiting']) + 3 });
});
