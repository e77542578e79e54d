import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { payouts, sellerAccounts, type SellerAccount } from '../../drizzle/tables/all-tables.ts';
import { notePayoutFailure, refreshAccount } from '../../worker/features/payments/payouts/payout-account.ts';
import { seededRandom } from '../../worker/local/fake-provider/seeded-random.ts';
import { ask } from '../support/worker/admin.ts';
import { signedInAs } from '../support/worker/auth.ts';
import { db } from '../support/worker/db.ts';
import { fakeProvider } from '../support/worker/fake-provider.ts';
import { launch } from '../support/worker/launch.ts';
import { book, paidSale } from '../support/worker/paid-sale.ts';
import { reseller } from '../support/worker/reseller.ts';

const HOUR = 3_600_000;
const NOW = Date.now();
const past = new Date(NOW - HOUR);
const future = new Date(NOW + HOUR);

let seed = 0;
/** A provider with ids of its own. */
const newProvider = () => fakeProvider({ random: seededRandom((seed += 1)) });

beforeAll(() => launch('payments', true));
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

type Person = Awaited<ReturnType<typeof signedInAs>>;
const read = async ({ headers }: Person, search = '') => (await ask(`/api/my/payouts${search}`, { headers })).body;
const setUp = ({ headers }: Person) => ask('/api/my/payout-account', { headers, json: {} });
const payNow = ({ headers }: Person) => ask('/api/my/payouts/now', { headers, json: {} });
const accountOf = async ({ user }: Person) => (await db.select().from(sellerAccounts).where(eq(sellerAccounts.user_id, user.id)))[0];
const payoutOf = async (id: string) => (await db.select().from(payouts).where(eq(payouts.request_id, id)))[0]!;

const paidAccount = ({ user }: Person, over: Partial<SellerAccount> = {}) =>
  db.insert(sellerAccounts).values({
    user_id: user.id,
    provider_id: `acct_${user.id}`,
    can_receive: true,
    ready_at: past,
    updated_at: past,
    ...over,
  });

const DUE = { due_at: past };

test('a seller sets up payouts on the provider’s page and comes back ready; a second visit gets another link of the same account', async () => {
  const fake = newProvider();
  const seller = await reseller();
  expect(await read(seller)).toMatchObject({ account: { state: 'none', requirements: [] }, payouts: [], ready: 0, may_ask: false });
  const { status, body, answer } = await setUp(seller);
  expect([status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
  const { provider_id } = (await accountOf(seller))!;
  expect(body.url).toContain(`/onboard/${provider_id}`);
  expect(await read(seller, '?back=1')).toMatchObject({
    account: { state: 'started', requirements: expect.arrayContaining(['external_account']) },
  });
  fake.act.onboard(provider_id!);
  expect(await read(seller)).toMatchObject({ account: { state: 'started' } });
  expect(await read(seller, '?back=1')).toMatchObject({ account: { state: 'ready', requirements: [] } });
  const again = await setUp(seller);
  expect(again.body.url).not.toBe(body.url);
  expect(fake.state().accounts.size).toBe(1);
  const [made] = fake.state().accounts.values();
  expect(made!.view).toMatchObject({ contact_email: seller.user.email, dashboard: 'express', metadata: { user_id: seller.user.id } });
});

test('simultaneous presses make one account', async () => {
  const fake = newProvider();
  const seller = await reseller();
  const answers = await Promise.all([setUp(seller), setUp(seller), setUp(seller)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect((await setUp(seller)).status).toBe(200);
  expect([...fake.state().accounts.keys()]).toEqual([(await accountOf(seller))!.provider_id]);
});

test('if the answer about a new account is lost, the next press gets the same account', async () => {
  const fake = newProvider();
  const seller = await reseller();
  fake.faults.lostAnswer = 1;
  const lost = await setUp(seller);
  expect([lost.status, lost.body.error.code]).toEqual([503, 'payments.provider_unavailable']);
  fake.faults.lostAnswer = 0;
  expect((await setUp(seller)).status).toBe(200);
  expect([...fake.state().accounts.keys()]).toEqual([(await accountOf(seller))!.provider_id]);
});

test('only sellers set up payouts: a visitor, a student who never sold and, while payments are off, a new seller are refused', async () => {
  newProvider();
  const [student, seller, sold] = [await signedInAs('user'), await reseller(), await signedInAs('user')];
  await paidSale({ seller_id: sold.user.id });
  expect((await ask('/api/my/payout-account', { json: {} })).status).toBe(401);
  expect((await ask('/api/my/payouts')).status).toBe(401);
  expect((await ask('/api/my/payouts/now', { json: {} })).status).toBe(401);
  expect((await setUp(student)).body.error.code).toBe('tickets.not_reseller');
  await launch('payments', false);
  expect((await setUp(seller)).body.error.code).toBe('launch.off');
  expect((await setUp(sold)).status).toBe(200);
  expect(await read(sold)).toMatchObject({ account: { state: 'started' }, waiting: 40 });
  await launch('payments', true);
  expect(await Promise.all([accountOf(student), accountOf(seller)])).toEqual([undefined, undefined]);
});

test('each sale says how far its money is, when it pays and why it is frozen; nobody sees the sales of others', async () => {
  const [seller, other] = [await reseller(), await reseller()];
  const seller_id = seller.user.id;
  await paidAccount(seller);
  const open = await paidSale({ seller_id, handover: { status: 'delivered' }, payout: { due_at: future } });
  const waiting = await paidSale({ seller_id, tickets_cents: 3000, payout: { due_at: future } });
  const ready = await paidSale({ seller_id, tickets_cents: 2550, payout: DUE });
  const leaving = await paidSale({ seller_id, tickets_cents: 1000, payout: { ...DUE, send_at: past } });
  const frozen = await paidSale({ seller_id, tickets_cents: 500, payout: { ...DUE, status: 'frozen', frozen_because: 'dispute' } });
  const sent = await paidSale({ seller_id, payout: { ...DUE, status: 'sent', sent_at: past, paid_cents: 3500, recouped_cents: 500 } });
  const body = await read(seller);
  expect(body).toMatchObject({ account: { state: 'ready' }, waiting: 70, ready: 25.5, leaving: 10, frozen: 5, debt: 0, may_ask: true });
  const list = body['payouts'] as { request_id: string; stage: string; pays_at: string | null }[];
  const stages = new Map(list.map(({ request_id, stage }) => [request_id, stage]));
  expect([open, waiting, ready, leaving, frozen, sent].map(({ request_id }) => stages.get(request_id))).toEqual([
    'handover',
    'waiting',
    'ready',
    'leaving',
    'frozen',
    'sent',
  ]);
  expect(list.at(-1)).toMatchObject({
    request_id: sent.request_id,
    event: { title: sent.event.title, slug: sent.event.slug, start_at: '2030-06-01T02:00:00.000Z' },
    quantity: 1,
    receives: 40,
    paid: 35,
    recouped: 5,
    frozen_because: null,
    pays_at: null,
  });
  expect(list.find(({ request_id }) => request_id === ready.request_id)!.pays_at).toBe(body['next_run']);
  expect(new Date(body['next_run'] as string).getTime()).toBeGreaterThanOrEqual(NOW);
  expect(await read(other)).toMatchObject({ payouts: [], waiting: 0, ready: 0, frozen: 0 });
});

test('a seller is paid now what is ready, once, and only their own sales', async () => {
  const [seller, other] = [await reseller(), await reseller()];
  await paidAccount(seller);
  const [ready, small] = [
    await paidSale({ seller_id: seller.user.id, payout: DUE }),
    await paidSale({ seller_id: seller.user.id, tickets_cents: 300, payout: DUE }),
  ];
  const untouched = [
    await paidSale({ seller_id: seller.user.id, payout: { due_at: future } }),
    await paidSale({ seller_id: seller.user.id, handover: { status: 'delivered' }, payout: DUE }),
    await paidSale({ seller_id: seller.user.id, payout: { ...DUE, status: 'frozen', frozen_because: 'staff' } }),
    await paidSale({ seller_id: other.user.id, payout: DUE }),
  ];
  const answers = await Promise.all([payNow(seller), payNow(seller)]);
  expect(answers.map(({ status, body }) => [status, body['leaving']])).toEqual([
    [202, 2],
    [202, 2],
  ]);
  for (const { request_id } of [ready, small]) expect((await payoutOf(request_id)).send_at).not.toBeNull();
  for (const { request_id } of untouched) expect((await payoutOf(request_id)).send_at).toBeNull();
  expect((await accountOf(seller))!.payout_asked_at).not.toBeNull();
});

test.each([
  ['without an account', null, 4000, 0, 'payments.no_payout_account'],
  ['with an account that cannot receive', { can_receive: false }, 4000, 0, 'payments.no_payout_account'],
  ['with less than a dollar', {}, 99, 0, 'payments.nothing_ready'],
  ['with a debt that leaves less than a dollar', {}, 4000, 3901, 'payments.nothing_ready'],
] as const)('nothing leaves for a seller %s', async (_what, account, tickets_cents, debt, code) => {
  const seller = await reseller();
  if (account) await paidAccount(seller, account);
  const { request_id } = await paidSale({ seller_id: seller.user.id, tickets_cents, payout: DUE });
  if (debt > 0) await book(request_id, { cause: 'debt', legs: [[`receivable:${seller.user.id}`, 'cost:losses', debt]] });
  const { status, body } = await payNow(seller);
  expect([status, body.error.code]).toEqual([409, code]);
  expect((await payoutOf(request_id)).send_at).toBeNull();
  expect(await read(seller)).toMatchObject({ ready: tickets_cents / 100, debt: debt / 100, may_ask: false });
});

test('money that has gone back to the buyer is not the seller’s', async () => {
  const seller = await reseller();
  await paidSale({ seller_id: seller.user.id, payout: DUE, payment: { taken_cents: 1025 } });
  expect(await read(seller)).toMatchObject({ ready: 30, payouts: [{ receives: 30 }] });
});

test('a provider that asks for more makes the account restricted, also if news arrive in the wrong order', async () => {
  const fake = newProvider();
  const seller = await reseller();
  await setUp(seller);
  const { user } = seller;
  const provider_id = (await accountOf(seller))!.provider_id!;
  const at = (ms: number) => new Date(Date.now() + ms);
  fake.act.onboard(provider_id);
  await refreshAccount(env, { provider_id, now: at(1) });
  fake.act.restrict(provider_id);
  await refreshAccount(env, { user_id: user.id, now: at(1000) });
  expect(await accountOf(seller)).toMatchObject({ can_receive: false, facts_needed_at: expect.any(Date), facts_told_at: null });
  expect(await read(seller)).toMatchObject({ account: { state: 'restricted', requirements: [expect.stringContaining('documents')] } });
  fake.act.onboard(provider_id);
  const older = at(500);
  await refreshAccount(env, { provider_id, now: older });
  expect(await accountOf(seller)).toMatchObject({ can_receive: false });
  await refreshAccount(env, { provider_id, now: at(2000) });
  expect(await accountOf(seller)).toMatchObject({ can_receive: true, facts_needed_at: null, requirements: [] });
});

test('a refused payout is shown until the seller has been at the provider again; its event counts once', async () => {
  const fake = newProvider();
  const seller = await reseller();
  await setUp(seller);
  const provider_id = (await accountOf(seller))!.provider_id!;
  fake.act.onboard(provider_id);
  await read(seller, '?back=1');
  await notePayoutFailure(env, { provider_id, at: past });
  await db.update(sellerAccounts).set({ payout_failed_told_at: future }).where(eq(sellerAccounts.provider_id, provider_id));
  await notePayoutFailure(env, { provider_id, at: past });
  expect(await accountOf(seller)).toMatchObject({ payout_failed_at: past, payout_failed_told_at: future });
  expect(await read(seller)).toMatchObject({ account: { payout_failed_at: past.toISOString() } });
  expect(await read(seller, '?back=1')).toMatchObject({ account: { payout_failed_at: null } });
});

test('while the provider does not answer, the page shows what is stored', async () => {
  const fake = newProvider();
  const seller = await reseller();
  await paidAccount(seller);
  fake.faults.lostAnswer = 1;
  expect(await read(seller, '?back=1')).toMatchObject({ account: { state: 'ready' } });
  expect((await ask('/api/my/payouts?back=no', seller)).status).toBe(422);
});
