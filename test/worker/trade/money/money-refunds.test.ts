import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { refundRow } from '../../../../drizzle/seed/payment-rows.ts';
import { refunds } from '../../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { LARGE, NOTE, refund, refundsOf } from '../../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { paymentOf } from '../../../support/worker/trade/charged-sale.ts';
import { addRefund } from '../../../support/worker/trade/deals/rows.ts';
import { failProvider } from '../../../support/worker/trade/deals/deals.ts';
import { refusal, sortedStatuses } from '../../../support/worker/trade/deals/calls.ts';
import { refusalOf } from '../../../support/worker/trade/refusal-of.ts';

beforeEach(failProvider);

test('an admin refunds a part of a payment', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment();
  const { status, body } = await refund(admin.headers, { request_id: request.id, amount: 5.5 });
  expect(status).toBe(201);
  expect(body).toMatchObject({ amount: 5.5, reason: 'staff', status: 'due', note: NOTE });
  expect(await refundsOf(request.id)).toMatchObject([
    { amount_cents: 550, asked_by: admin.user.id, approved_by: null, status: 'due' },
  ]);
  expect((await logOf(request.id)).map(({ action }) => action)).toEqual(['refund.ask']);
  expect((await paymentOf(request.id)).version).toBeGreaterThan(0);
});

test('two refund calls with the same key make only one refund, even if they arrive together', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment();
  const pressed = { request_id: request.id, amount: 5, key: 'pressed-twice' };
  const answers = await Promise.all([refund(admin.headers, pressed), refund(admin.headers, pressed)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0].body.id).toBe(answers[1].body.id);
  expect(await refundsOf(request.id)).toHaveLength(1);
  expect(refusal(await refund(admin.headers, { ...pressed, amount: 6 }))).toEqual([422, 'payments.key_reused']);
});

test('a refund cannot be larger than the part of the payment that is not refunded yet', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({ payment: { taken_cents: 750 } });
  await addRefund({ request_id: request.id, amount_cents: 500, reason: 'problem' });
  const tooMuch = await refund(admin.headers, { request_id: request.id, amount: 15.01 });
  expect([tooMuch.status, tooMuch.body.error.message]).toEqual([
    409,
    'At most $15.00 of this payment can still be refunded. Refund that or less.',
  ]);
  const both = await Promise.all([10, 10].map((amount) => refund(admin.headers, { request_id: request.id, amount })));
  expect(sortedStatuses(both)).toEqual([201, 409]);
});

test.each(['authorized', 'voided'] as const)('a payment that is %s cannot be refunded', async (status) => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({ payment: { status } });
  const answer = await refund(admin.headers, { request_id: request.id, amount: 5 });
  expect(refusal(answer)).toEqual([409, 'payments.not_paid']);
  expect(await refundsOf(request.id)).toEqual([]);
});

test.each([0, -5, 0.005, '5', 2_000_000])('a refund with the amount %j is refused', async (amount) => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment();
  const answer = await refund(admin.headers, { request_id: request.id, amount: amount as number });
  expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([422, ['amount']]);
});

test('a refund above $200 waits for the approval of a second admin', async () => {
  const [one, other, third] = [await signedInAs('admin'), await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment(LARGE);
  const { body } = await refund(one.headers, { request_id: request.id, amount: 200.01 });
  expect(body).toMatchObject({ status: 'asked' });
  const approve = (headers: Record<string, string>) =>
    ask(`/api/admin/refunds/${body.id}/approve`, { headers, method: 'POST' });
  expect(refusal(await approve(one.headers))).toEqual([403, 'payments.second_person']);
  expect(await refundsOf(request.id)).toMatchObject([{ status: 'asked', approved_by: null }]);
  const both = await Promise.all([approve(other.headers), approve(third.headers)]);
  expect(sortedStatuses(both)).toEqual([200, 409]);
  const [stored] = await refundsOf(request.id);
  expect(stored!.status).toBe('due');
  expect([other.user.id, third.user.id]).toContain(stored!.approved_by);
  expect((await logOf(request.id)).map(({ action }) => action)).toEqual(['refund.ask', 'refund.approve']);
});

test('a refund that raises the total of a payment’s refunds above $200 waits for a second admin', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment(LARGE);
  const request_id = request.id;
  const answers = await Promise.all(
    [one, other, one].map(({ headers }) => refund(headers, { request_id, amount: 100 })),
  );
  expect(answers.map(({ body }) => String(body['status'])).toSorted()).toEqual(['asked', 'due', 'due']);
  const next = await refund(other.headers, { request_id, amount: 0.01 });
  expect(next.body).toMatchObject({ status: 'asked' });
});

test('the database itself refuses refunds above $200 in total without a second admin', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment(LARGE);
  const asked = { request_id: request.id, reason: 'staff', asked_by: admin.user.id } as const;
  const row = (amount_cents: number) => refundRow({ ...asked, amount_cents, id: crypto.randomUUID() });
  await db.insert(refunds).values(row(20_000));
  expect(await refusalOf(db.insert(refunds).values(row(1)))).toBe('refund_needs_two');
  await db.insert(refunds).values({ ...row(1), status: 'asked' });
  const [small, large] = [eq(refunds.amount_cents, 1), eq(refunds.amount_cents, 20_000)];
  expect(await refusalOf(db.update(refunds).set({ status: 'due' }).where(small))).toBe('refund_waits_for_two');
  expect(await refusalOf(db.update(refunds).set({ amount_cents: 30_000 }).where(large))).toBe('refund_never_grows');
});

test('an admin can drop a refund that waits for a second admin, and cannot drop a booked refund', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment(LARGE);
  const { body } = await refund(admin.headers, { request_id: request.id, amount: 300 });
  const drop = (id: string) => ask(`/api/admin/refunds/${id}/drop`, { headers: admin.headers, method: 'POST' });
  expect((await drop(body.id)).body).toMatchObject({ status: 'dropped' });
  expect((await drop(body.id)).body.error.code).toBe('payments.decided');
  const asked = { request_id: request.id, reason: 'staff', asked_by: admin.user.id } as const;
  const stuck = await addRefund({ ...asked, status: 'stuck', booked_at: new Date() });
  expect((await drop(stuck.id)).status).toBe(409);
  const retried = await ask(`/api/admin/refunds/${stuck.id}/retry`, { headers: admin.headers, method: 'POST' });
  expect(retried.body).toMatchObject({ id: stuck.id, status: 'due' });
  expect((await drop('no-refund')).status).toBe(404);
});
