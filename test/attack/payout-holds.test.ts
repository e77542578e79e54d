import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputes, handovers, payoutHolds, payouts, sellerAccounts } from '../../drizzle/tables/all-tables.ts';
import { disputeRow } from '../../drizzle/seed/payment-rows.ts';
import { releasePayoutsOfRun } from '../../worker/features/payments/payouts/release-payouts.db.ts';
import { adminClient } from '../support/worker/admin-client.ts';
import { ask } from '../support/worker/admin.ts';
import { signedInAs } from '../support/worker/auth.ts';
import { db } from '../support/worker/db.ts';
import { openHoldsOf } from '../support/worker/holds.ts';
import { dealAt, factsOf } from '../support/worker/paid-deal.ts';
import { requestWithPayment } from '../support/worker/paid-request.ts';
import { paidSale } from '../support/worker/paid-sale.ts';
import { reseller } from '../support/worker/reseller.ts';

const AFTER_DUE = new Date('2030-06-10T14:00:00Z');
const accounts = adminClient();
const payoutOf = async (request_id: string) => (await db.select().from(payouts).where(eq(payouts.request_id, request_id)))[0]!;

const mayReceive = (user_id: string) =>
  db.insert(sellerAccounts).values({
    user_id,
    provider_id: `acct_${user_id}`,
    can_receive: true,
    ready_at: AFTER_DUE,
    updated_at: AFTER_DUE,
    created_at: AFTER_DUE,
  });
const release = () => releasePayoutsOfRun(db, { run_at: AFTER_DUE, now: AFTER_DUE, limit: 1000 });

test('a banned seller is not paid by the weekly run until staff decide, not even when the ban is over', async () => {
  const [seller, admin] = [await reseller(), await signedInAs('admin')];
  const { request_id } = await paidSale({ seller_id: seller.user.id });
  await mayReceive(seller.user.id);
  expect((await accounts.updateUserById(seller.user.id, { ban_duration: '24h' })).error).toBeNull();
  await release();
  expect(await payoutOf(request_id)).toMatchObject({ status: 'frozen', send_at: null });
  expect(await openHoldsOf(request_id)).toEqual(['ban']);
  expect((await accounts.updateUserById(seller.user.id, { ban_duration: 'none' })).error).toBeNull();
  await release();
  expect(await payoutOf(request_id)).toMatchObject({ status: 'frozen', send_at: null });
  const url = `/api/admin/payouts/${request_id}`;
  expect((await ask(url, { headers: admin.headers, json: { to: 'due', reasons: ['ban'] } })).status).toBe(200);
  await release();
  expect(await payoutOf(request_id)).toMatchObject({ status: 'due', send_at: AFTER_DUE });
  expect(await db.select().from(payoutHolds).where(eq(payoutHolds.request_id, request_id))).toMatchObject([
    { reason: 'ban', ended_by: admin.user.id },
  ]);
});

test('a seller who is banned before the card is charged has a payout that begins held', async () => {
  const seller = await reseller();
  expect((await accounts.updateUserById(seller.user.id, { ban_duration: '100000h' })).error).toBeNull();
  const { request_id } = await paidSale({ seller_id: seller.user.id });
  expect((await payoutOf(request_id)).status).toBe('frozen');
  expect(await openHoldsOf(request_id)).toEqual(['ban']);
});

test('“pay me now” pays nothing that a ban holds', async () => {
  const seller = await reseller();
  const { request_id } = await paidSale({ seller_id: seller.user.id, payout: { due_at: new Date(Date.now() - 1000) } });
  await mayReceive(seller.user.id);
  await accounts.updateUserById(seller.user.id, { ban_duration: '24h' });
  await accounts.updateUserById(seller.user.id, { ban_duration: 'none' });
  const { body } = await ask('/api/my/payouts/now', { headers: seller.headers, json: {} });
  expect(body.error).toBeDefined();
  expect((await payoutOf(request_id)).send_at).toBeNull();
});

test('a fraud warning that arrives during a problem outlives the problem', async () => {
  const deal = await dealAt('delivered');
  await db
    .update(handovers)
    .set({ status: 'problem', problem: 'No QR code.', problem_at: new Date() })
    .where(eq(handovers.request_id, deal.id));
  deal.fake.act.earlyFraudWarning((await factsOf(deal)).payment.intent_id!);
  await deal.fake.pump();
  expect(await openHoldsOf(deal.id)).toEqual(['problem', 'fraud_warning']);
  const admin = await signedInAs('admin');
  const url = `/api/admin/handovers/${deal.id}`;
  expect((await ask(url, { headers: admin.headers, json: { to: 'received', note: 'They were inside.' } })).status).toBe(200);
  expect(await openHoldsOf(deal.id)).toEqual(['fraud_warning']);
  expect((await payoutOf(deal.id)).status).toBe('frozen');
});

test('of two disputes the first end keeps the payout held, and the second lets it go', async () => {
  const { request } = await requestWithPayment();
  const [one, other] = [disputeRow({ request_id: request.id }), disputeRow({ request_id: request.id })];
  await db.insert(disputes).values([one, other]);
  for (const { provider_id } of [one, other]) {
    expect((await payoutOf(request.id)).status).toBe('frozen');
    await db.update(disputes).set({ status: 'won', closed_at: new Date() }).where(eq(disputes.provider_id, provider_id));
  }
  expect((await payoutOf(request.id)).status).toBe('due');
});

test('nobody frees a payout whose reason is open, and no reason is reopened', async () => {
  const { request } = await requestWithPayment({ holds: ['staff'] });
  const free = db.update(payouts).set({ status: 'due' }).where(eq(payouts.request_id, request.id));
  await expect(free).rejects.toThrow(/Failed query/);
  const end = (ended_at: Date | null) => db.update(payoutHolds).set({ ended_at }).where(eq(payoutHolds.request_id, request.id));
  await end(new Date());
  expect((await payoutOf(request.id)).status).toBe('due');
  await expect(end(null)).rejects.toThrow(/Failed query/);
});
