import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputes, payoutHolds, sellerAccounts } from '../../../drizzle/tables/all-tables.ts';
import { disputeRow } from '../../../drizzle/seed/payment-rows.ts';
import { ProviderError } from '../../../worker/features/trade/provider/provider-error.ts';
import { openProvider, type Provider } from '../../../worker/features/trade/provider/provider.ts';
import { settle } from '../../../worker/features/trade/payments/settle.ts';
import { releasePayoutsOfRun } from '../../../worker/features/trade/payouts/release-payouts.db.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { openHoldsOf } from '../../support/worker/trade/holds.ts';
import {
  booksOf,
  DAY_MS,
  type Deal,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  look,
  onboard,
} from '../../support/worker/trade/paid-deal.ts';
import { requestWithPayment } from '../../support/worker/trade/paid-request.ts';
import { accountOf } from '../../support/worker/trade/payouts.ts';
import { book, paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { changeHandover, changePayout, payoutOf } from '../../support/worker/trade/deals/rows.ts';
import { decide } from '../../support/worker/trade/deals/calls.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';

const AFTER_DUE = new Date('2030-06-10T14:00:00Z');
const accounts = adminClient();

const mayReceive = (user_id: string) =>
  db.insert(sellerAccounts).values({
    user_id,
    provider_id: `acct_${user_id}`,
    can_receive: true,
    ready_at: AFTER_DUE,
    updated_at: AFTER_DUE,
    created_at: AFTER_DUE,
  });
const endBan = ({ headers }: Deal['seller'], request_id: string) =>
  ask(`/api/admin/payouts/${request_id}`, { headers, json: { to: 'due', reasons: ['ban'] } });
const release = () => releasePayoutsOfRun(db, { run_at: AFTER_DUE, now: AFTER_DUE, limit: 1000 });

test('after a ban ends, the weekly run pays the seller only once staff have ended the hold', async () => {
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
  expect((await endBan(admin, request_id)).status).toBe(200);
  await release();
  expect(await payoutOf(request_id)).toMatchObject({ status: 'due', send_at: AFTER_DUE });
  expect(await db.select().from(payoutHolds).where(eq(payoutHolds.request_id, request_id))).toMatchObject([
    { reason: 'ban', ended_by: admin.user.id },
  ]);
});

test('if a seller is banned before the card is charged, the payout is held from the start', async () => {
  const seller = await reseller();
  expect((await accounts.updateUserById(seller.user.id, { ban_duration: '100000h' })).error).toBeNull();
  const { request_id } = await paidSale({ seller_id: seller.user.id });
  expect((await payoutOf(request_id)).status).toBe('frozen');
  expect(await openHoldsOf(request_id)).toEqual(['ban']);
});

test('“pay me now” does not pay money that a ban holds', async () => {
  const seller = await reseller();
  const { request_id } = await paidSale({ seller_id: seller.user.id, payout: { due_at: fromNow(-1000) } });
  await mayReceive(seller.user.id);
  await accounts.updateUserById(seller.user.id, { ban_duration: '24h' });
  await accounts.updateUserById(seller.user.id, { ban_duration: 'none' });
  const { body } = await ask('/api/my/payouts/now', { headers: seller.headers, json: {} });
  expect(body.error).toBeDefined();
  expect((await payoutOf(request_id)).send_at).toBeNull();
});

test('a fraud warning during a problem still holds the payout after the problem is decided', async () => {
  const deal = await dealAt('delivered');
  await changeHandover(deal.id, { status: 'problem', problem: 'No QR code.', problem_at: new Date() });
  deal.fake.act.earlyFraudWarning((await factsOf(deal)).payment.intent_id!);
  await deal.fake.pump();
  expect(await openHoldsOf(deal.id)).toEqual(['problem', 'fraud_warning']);
  expect((await decide(await signedInAs('admin'), deal.id, 'received')).status).toBe(200);
  expect(await openHoldsOf(deal.id)).toEqual(['fraud_warning']);
  expect((await payoutOf(deal.id)).status).toBe('frozen');
});

test('with two disputes, the payout stays held until both have ended', async () => {
  const { request } = await requestWithPayment();
  const [one, other] = [disputeRow({ request_id: request.id }), disputeRow({ request_id: request.id })];
  await db.insert(disputes).values([one, other]);
  for (const { provider_id } of [one, other]) {
    expect((await payoutOf(request.id)).status).toBe('frozen');
    const won = { status: 'won', closed_at: new Date() } as const;
    await db.update(disputes).set(won).where(eq(disputes.provider_id, provider_id));
  }
  expect((await payoutOf(request.id)).status).toBe('due');
});

test('the database releases a payout only after every reason to hold it has ended', async () => {
  const { request } = await requestWithPayment({ holds: ['staff'] });
  const free = changePayout(request.id, { status: 'due' });
  await expect(free).rejects.toThrow(/Failed query/);
  const end = (ended_at: Date | null) =>
    db.update(payoutHolds).set({ ended_at }).where(eq(payoutHolds.request_id, request.id));
  await end(new Date());
  expect((await payoutOf(request.id)).status).toBe('due');
  await expect(end(null)).rejects.toThrow(/Failed query/);
});

const lookWith = (deal: Deal, createTransfer: Provider['createTransfer']) =>
  settle(env, deal.id, { now: nowOf(deal), provider: { ...openProvider(env), createTransfer } });

/** Returns a sale whose payout was due, but whose transfer failed. The seller owes $4 from an earlier sale. */
async function decidedButNotSent() {
  const deal = await dealAt('received');
  await onboard(deal);
  await book(deal.id, { cause: `debt:${deal.id}`, legs: [[`receivable:${deal.seller.user.id}`, 'cost:losses', 400]] });
  const { payout } = await factsOf(deal);
  await changePayout(deal.id, { send_at: new Date(payout!.due_at) });
  deal.clock.ahead += 8 * DAY_MS;
  await lookWith(deal, () =>
    Promise.reject(new ProviderError('The payment provider did not answer.', { status: 503, code: null })),
  );
  expect(await payoutOf(deal.id)).toMatchObject({
    status: 'due',
    paid_cents: 2100,
    recouped_cents: 400,
    sent_at: null,
  });
  return deal;
}

const ban = ({ seller }: Deal) => accounts.updateUserById(seller.user.id, { ban_duration: '100000h' });
const transfersOf = ({ fake }: Deal) => [...fake.state().transfers.values()].map(({ amount }) => amount);

test('a payout whose transfer failed can be put on hold, and is sent only after staff end the hold', async () => {
  const deal = await decidedButNotSent();
  await ban(deal);
  for (let hour = 0; hour < 2; hour += 1) await later(deal, HOUR_MS);
  expect(transfersOf(deal)).toEqual([]);
  expect(await payoutOf(deal.id)).toMatchObject({ status: 'frozen', paid_cents: 0, recouped_cents: 0, sent_at: null });
  expect(await openHoldsOf(deal.id)).toEqual(['ban']);
  expect(await booksOf(deal)).toMatchObject({ payable: 2500, receivable: 400, difference: 0 });
  expect((await endBan(await signedInAs('admin'), deal.id)).status).toBe(200);
  await later(deal, HOUR_MS);
  expect(transfersOf(deal)).toEqual([2100]);
  expect(await payoutOf(deal.id)).toMatchObject({ status: 'sent', paid_cents: 2100, recouped_cents: 400 });
  expect(await booksOf(deal)).toMatchObject({ payable: 0, receivable: 0, difference: 0 });
});

test('a transfer whose answer was lost is recorded, even if the payout is held afterwards', async () => {
  const deal = await decidedButNotSent();
  const { provider_id } = (await accountOf(deal.seller))!;
  const about = { transfer_group: deal.id, metadata: { request_id: deal.id } };
  const params = { amount: 2100, currency: 'usd', destination: provider_id!, ...about };
  await openProvider(env).createTransfer(params, `${deal.id}:payout:1`);
  await ban(deal);
  await later(deal, HOUR_MS);
  expect(transfersOf(deal)).toEqual([2100]);
  expect(await payoutOf(deal.id)).toMatchObject({ status: 'sent', paid_cents: 2100 });
  expect(await booksOf(deal)).toMatchObject({ payable: 0, receivable: 0, difference: 0 });
});

test('a payout held during its transfer is recorded as sent, even if another process settles the sale meanwhile', async () => {
  const deal = await decidedButNotSent();
  await lookWith(deal, async (...given) => {
    await ban(deal);
    await look(deal);
    return openProvider(env).createTransfer(...given);
  });
  expect(transfersOf(deal)).toEqual([2100]);
  expect(await payoutOf(deal.id)).toMatchObject({ status: 'sent', paid_cents: 2100, recouped_cents: 400 });
  expect(await booksOf(deal)).toMatchObject({ payable: 0, receivable: 0, difference: 0 });
});
