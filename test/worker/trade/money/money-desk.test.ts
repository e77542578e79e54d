import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputes, reconciliations } from '../../../../drizzle/tables/all-tables.ts';
import { ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { openHoldsOf } from '../../../support/worker/trade/holds.ts';
import { NOTE, refundsOf } from '../../../support/worker/trade/money-desk.ts';
import { requestWithPayment } from '../../../support/worker/trade/paid-request.ts';
import { addDispute, bookCents, changeHandover, payoutOf } from '../../../support/worker/trade/deals/rows.ts';
import { decide, refusal, send, sortedStatuses } from '../../../support/worker/trade/deals/calls.ts';
import { failProvider, PROBLEM } from '../../../support/worker/trade/deals/deals.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { handoverOf } from '../../../support/worker/door.ts';
import { balanceOf } from '../../../support/worker/trade/paid-deal.ts';

beforeEach(failProvider);

/** Stores a comparison made `minutes` minutes ago: the provider had `provider_cents`, and the ledger had $5.00. */
const compared = (provider_cents: number, minutes: number) =>
  db.insert(reconciliations).values({
    at: fromNow(-minutes * 60_000),
    provider_cents,
    ledger_cents: 500,
    difference_cents: provider_cents - 500,
    unmatched: [],
  });

test('if two admins decide for the buyer at the same time, the rest of the payment is refunded only once', async () => {
  const [one, other] = [await signedInAs('admin'), await signedInAs('admin')];
  const { request } = await requestWithPayment({ payment: { taken_cents: 250 }, ...PROBLEM });
  const both = await Promise.all([decide(one, request.id), decide(other, request.id)]);
  expect(sortedStatuses(both)).toEqual([200, 409]);
  expect(await refundsOf(request.id)).toMatchObject([{ amount_cents: 2500, reason: 'problem', status: 'due' }]);
  expect(await handoverOf(request.id)).toMatchObject({ status: 'failed', ended_by: 'staff' });
  expect((await logOf(request.id)).map(({ action }) => action)).toEqual(['handover.failed']);
});

test('a problem decided for the seller releases the payout, unless a dispute holds it', async () => {
  const admin = await signedInAs('admin');
  const [free, held] = [await requestWithPayment(PROBLEM), await requestWithPayment(PROBLEM)];
  await addDispute({ request_id: held.request.id });
  for (const { request } of [free, held]) expect((await decide(admin, request.id, 'received')).status).toBe(200);
  expect(await payoutOf(free.request.id)).toMatchObject({ status: 'due' });
  expect(await payoutOf(held.request.id)).toMatchObject({ status: 'frozen' });
  expect(await openHoldsOf(held.request.id)).toEqual(['dispute']);
});

test.each(['due', 'delivered', 'received', 'failed'] as const)(
  'staff have nothing to decide about a hand-over that is %s',
  async (status) => {
    const admin = await signedInAs('admin');
    const { request } = await requestWithPayment({ handover: { status } });
    expect(refusal(await decide(admin, request.id))).toEqual([409, 'payments.decided']);
    expect(await refundsOf(request.id)).toEqual([]);
  },
);

test('a payout that an admin held and released stays frozen while a dispute or problem is open', async () => {
  const admin = await signedInAs('admin');
  const { request } = await requestWithPayment({ handover: { status: 'delivered' } });
  const move = (to: string) =>
    ask(`/api/admin/payouts/${request.id}`, {
      headers: admin.headers,
      json: to === 'due' ? { to, reasons: ['staff'] } : { to },
    });
  expect((await move('frozen')).status).toBe(200);
  expect((await move('frozen')).body.error.code).toBe('payments.decided');
  await changeHandover(request.id, PROBLEM.handover);
  expect((await move('due')).status).toBe(200);
  expect(await openHoldsOf(request.id)).toEqual(['problem']);
  await changeHandover(request.id, { status: 'received', ended_at: new Date(), ended_by: 'staff' });
  expect(await payoutOf(request.id)).toMatchObject({ status: 'due' });
  await addDispute({ request_id: request.id });
  expect((await move('due')).body.error.code).toBe('payments.decided');
  expect(await payoutOf(request.id)).toMatchObject({ status: 'frozen' });
  await db.update(disputes).set({ status: 'won', closed_at: new Date() }).where(eq(disputes.request_id, request.id));
  expect(await payoutOf(request.id)).toMatchObject({ status: 'due' });
  expect((await logOf(request.id)).map(({ action }) => action)).toEqual(['payout.frozen', 'payout.due']);
});

test('write-offs never exceed the seller’s debt, even if they are repeated or sent at the same time', async () => {
  const admin = await signedInAs('admin');
  const seller = await signedInAs('user');
  const account = `receivable:${seller.user.id}`;
  await bookCents(account, 'provider', 3000);
  const writeOff = (amount: number, key: string) =>
    send(`/api/admin/sellers/${seller.user.id}/write-off`, admin, { amount, note: NOTE }, key);
  expect((await writeOff(30.01, 'too-much')).json.error.message).toBe('This seller owes $30.00. Enter that or less.');
  const twice = await Promise.all([writeOff(20, 'write-off'), writeOff(20, 'write-off')]);
  const once = { status: 201, json: { owes: 10 } };
  expect(twice).toMatchObject([once, once]);
  const both = await Promise.all([writeOff(10, 'first-key'), writeOff(10, 'other-key')]);
  expect(sortedStatuses(both)).toEqual([201, 409]);
  expect(await balanceOf(account)).toBe(0);
  expect(await logOf(seller.user.id)).toHaveLength(2);
});

test('the money desk shows an alarm if the balance is wrong or the last comparison is too old', async () => {
  const admin = await signedInAs('admin');
  await requestWithPayment({ payment: { created_at: fromNow(-5 * 3_600_000) } });
  const alarm = async () => (await ask('/api/admin/money', admin)).body['alarm'];
  await db.delete(reconciliations);
  expect(await alarm()).toBe('The ledger has not been compared with the provider for more than three hours.');
  await compared(500, 170);
  expect(await alarm()).toContain('below what we hold');
  await bookCents('provider', 'bank', 3000);
  expect(await alarm()).toBeNull();
  await compared(501, 60);
  expect(await alarm()).toBe('The provider holds $0.01 more than the ledger says.');
  await compared(499, 30);
  expect(await alarm()).toBe('The ledger holds $0.01 more than the provider says.');
});
