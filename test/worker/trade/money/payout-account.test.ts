import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { sellerAccounts } from '../../../../drizzle/tables/all-tables.ts';
import { refreshAccount, takeAccountEvent } from '../../../../worker/features/trade/payouts/payout-account.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { launch, launchForFile } from '../../../support/worker/launch.ts';
import { paidSale } from '../../../support/worker/trade/paid-sale.ts';
import { accountOf, newProvider, readPayouts, setUpPayouts } from '../../../support/worker/trade/payouts.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { refusal } from '../../../support/worker/trade/deals/calls.ts';

const HOUR = 3_600_000;

const future = fromNow(HOUR);

launchForFile('payments');
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

test('payouts are ready once a seller has set them up with the provider and returned', async () => {
  const fake = newProvider();
  const seller = await reseller();
  const nothing = { account: { state: 'none', requirements: [] }, payouts: [], ready: 0, may_ask: false };
  expect(await readPayouts(seller)).toMatchObject(nothing);
  const { status, body, answer } = await setUpPayouts(seller);
  expect([status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const { provider_id } = (await accountOf(seller))!;
  expect(body.url).toContain(`/onboard/${provider_id}`);
  expect(await readPayouts(seller, '?back=1')).toMatchObject({
    account: { state: 'started', requirements: expect.arrayContaining(['external_account']) },
  });
  fake.act.onboard(provider_id!);
  expect(await readPayouts(seller)).toMatchObject({ account: { state: 'started' } });
  expect(await readPayouts(seller, '?back=1')).toMatchObject({ account: { state: 'ready', requirements: [] } });
  const again = await setUpPayouts(seller);
  expect(again.body.url).not.toBe(body.url);
  expect(fake.state().accounts.size).toBe(1);
  const [made] = fake.state().accounts.values();
  expect(made!.view).toMatchObject({
    contact_email: seller.user.email,
    dashboard: 'express',
    metadata: { user_id: seller.user.id },
  });
});

test('a seller who sets up payouts several times at once gets one account', async () => {
  const fake = newProvider();
  const seller = await reseller();
  const answers = await Promise.all([setUpPayouts(seller), setUpPayouts(seller), setUpPayouts(seller)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect((await setUpPayouts(seller)).status).toBe(200);
  expect([...fake.state().accounts.keys()]).toEqual([(await accountOf(seller))!.provider_id]);
});

test.each([
  ['the provider’s answer about a new account is lost, the next try gets the same account', 'lostAnswer', 1],
  ['the provider repeats a stored error for an idempotency key, the next try uses another key', 'storedError', 2],
] as const)('if %s', async (_what, fault, attempt) => {
  const fake = newProvider();
  const seller = await reseller();
  fake.faults[fault] = 1;
  expect(refusal(await setUpPayouts(seller))).toEqual([503, 'payments.provider_unavailable']);
  fake.faults[fault] = 0;
  expect((await setUpPayouts(seller)).status).toBe(200);
  const made = [...fake.state().accounts.keys()];
  expect(made.length).toBeLessThanOrEqual(attempt);
  expect(await accountOf(seller)).toMatchObject({ attempt, provider_id: made.at(-1) });
});

test('only sellers can set up payouts, and while payments are off, only sellers with a sale can', async () => {
  newProvider();
  const [student, seller, sold] = [await signedInAs('user'), await reseller(), await signedInAs('user')];
  await paidSale({ seller_id: sold.user.id });
  expect((await ask('/api/my/payout-account', { json: {} })).status).toBe(401);
  expect((await ask('/api/my/payouts')).status).toBe(401);
  expect((await ask('/api/my/payouts/now', { json: {} })).status).toBe(401);
  expect((await setUpPayouts(student)).body.error.code).toBe('tickets.not_reseller');
  await launch('payments', false);
  expect((await setUpPayouts(seller)).body.error.code).toBe('launch.off');
  expect((await setUpPayouts(sold)).status).toBe(200);
  expect(await readPayouts(sold)).toMatchObject({ account: { state: 'started' }, waiting: 40 });
  await launch('payments', true);
  expect(await Promise.all([accountOf(student), accountOf(seller)])).toEqual([undefined, undefined]);
});

test('a payout account is restricted while the provider asks for more details', async () => {
  const fake = newProvider();
  const seller = await reseller();
  await setUpPayouts(seller);
  const provider_id = (await accountOf(seller))!.provider_id!;
  fake.act.onboard(provider_id);
  await refreshAccount(env, { provider_id, now: fromNow(1) });
  fake.act.restrict(provider_id);
  await refreshAccount(env, { user_id: seller.user.id, now: fromNow(1000) });
  const needed = { can_receive: false, facts_needed_at: expect.any(Date) as Date, facts_told_at: null };
  expect(await accountOf(seller)).toMatchObject(needed);
  expect(await readPayouts(seller)).toMatchObject({
    account: { state: 'restricted', requirements: [expect.stringContaining('documents')] },
  });
  fake.act.onboard(provider_id);
  await refreshAccount(env, { provider_id, now: fromNow(500) });
  expect(await accountOf(seller)).toMatchObject({ can_receive: false });
  await refreshAccount(env, { provider_id, now: fromNow(2000) });
  expect(await accountOf(seller)).toMatchObject({ can_receive: true, facts_needed_at: null, requirements: [] });
});

test('a failed payout is shown until the seller has visited the provider again', async () => {
  let now = Date.now();
  const fake = newProvider({ now: () => now });
  const seller = await reseller();
  await setUpPayouts(seller);
  const { provider_id } = (await accountOf(seller))!;
  fake.act.onboard(provider_id!);
  now = Date.now();
  expect(await fake.pump()).toMatchObject({ accepted: 2, refused: 0 });
  expect(await readPayouts(seller)).toMatchObject({ account: { state: 'ready', payout_failed_at: null } });
  fake.act.failPayout(provider_id!);
  fake.faults.doubledWebhook = 1;
  await fake.pump();
  const { payout_failed_at } = (await accountOf(seller))!;
  expect(payout_failed_at).not.toBeNull();
  const its = eq(sellerAccounts.provider_id, provider_id!);
  await db.update(sellerAccounts).set({ payout_failed_told_at: future }).where(its);
  await fake.pump();
  expect(await accountOf(seller)).toMatchObject({ payout_failed_at, payout_failed_told_at: future });
  expect(await readPayouts(seller)).toMatchObject({ account: { payout_failed_at: payout_failed_at!.toISOString() } });
  expect(await readPayouts(seller, '?back=1')).toMatchObject({ account: { payout_failed_at: null } });
});

test('an event about a payout account waits while the provider does not answer', async () => {
  const fake = newProvider();
  const seller = await reseller();
  await setUpPayouts(seller);
  const { provider_id } = (await accountOf(seller))!;
  const event = {
    id: 'evt_1',
    type: 'account',
    object_id: 'x',
    request_id: null,
    intent_id: null,
    created: fromNow(-HOUR),
  };
  fake.faults.lostAnswer = 1;
  expect(await takeAccountEvent(env, { event: { ...event, account_id: provider_id }, now: future })).toBe(false);
  expect(await takeAccountEvent(env, { event: { ...event, account_id: 'acct_of_nobody' }, now: future })).toBe(true);
  expect(await takeAccountEvent(env, { event: { ...event, account_id: null }, now: future })).toBe(true);
});
