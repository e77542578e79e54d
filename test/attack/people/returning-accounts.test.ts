import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import {
  authUsers,
  keptPasts,
  ledgerTransfers,
  resellerApplications,
  sellerFailures,
} from '../../../drizzle/tables/all-tables.ts';
import { KEEPING_DAYS } from '../../../worker/contract/talk/keeping-times.ts';
import { DAY } from '../../../worker/contract/time/durations.ts';
import { forgetUnusedAccounts } from '../../../worker/features/people/accounts/forget-unused.cron.ts';
import { settleSellerFailures } from '../../../worker/features/trade/payments/settle-failures.cron.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { call, outcome, post, signIn, signUpConfirmed } from '../../support/worker/people/auth-client.ts';
import { db } from '../../support/worker/db.ts';
import {
  approvedSeller,
  debtOf,
  type Gone,
  goneSeller,
  owe,
  payWith,
  type Person,
  phoneOf,
  proveInbox,
  remove,
  soldTo,
  standing,
  usePhone,
} from '../../support/worker/trade/gone-seller.ts';
import { launch } from '../../support/worker/launch.ts';

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });

beforeAll(() => launch('school', true));

const bannedUntil = async (id: string) =>
  (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0]!.banned_until;

const PAST = {
  is_approved: false,
  has_settled: false,
  owes: 12_000,
  is_frozen: true,
  marks: ['address', 'card', 'inbox', 'phone'],
};
const NONE = { is_approved: false, has_settled: true, owes: 0, is_frozen: false, marks: ['address'] };

test.each<[string, (gone: Gone) => string | null, (person: Person, gone: Gone) => Promise<unknown>]>([
  ['the same address', ({ email }) => email, async () => null],
  ['the same address with a tag', ({ email }) => email.replace('@', '+new@'), async () => null],
  ['the same address in capitals', ({ email }) => email.toUpperCase(), async () => null],
  ['the same phone', () => null, (person, { phone }) => usePhone(person, phone)],
  ['the same card', () => null, (person, { card }) => payWith(person, card)],
  ['the same school inbox', () => null, (person, { inbox }) => proveInbox(person, inbox)],
])(
  'a deleted seller who returns with %s loses the approval, and keeps the debt, the failed sale and the vouch freeze',
  async (_what, address, prove) => {
    const gone = await goneSeller();
    const person: Person = await signUpConfirmed(address(gone) ?? `other-${gone.email}`);
    await prove(person, gone);
    expect(await standing(person.user.id)).toEqual(PAST);
    expect(await debtOf(gone.id)).toBe(0);
    // A second sign-in changes nothing.
    expect((await signIn(person.user.email)).status).toBe(200);
    await settleSellerFailures(env, new Date());
    expect(await standing(person.user.id)).toEqual(PAST);
    const [failure] = await db.select().from(sellerFailures).where(eq(sellerFailures.request_id, gone.request_id));
    expect(failure).toMatchObject({ settled_at: null });
  },
);

test('if a deleted seller opens two accounts, the second account cannot list while the first account has the debt', async () => {
  const gone = await goneSeller();
  const first: Person = await signUpConfirmed(`first-${gone.email}`);
  await usePhone(first, gone.phone);
  const second: Person = await signUpConfirmed(gone.email);
  expect(await debtOf(first.user.id)).toBe(12_000);
  expect(await standing(second.user.id)).toMatchObject({ is_approved: false, has_settled: false, owes: 0 });
});

test('if a deleted account gets a debt after its owner has returned, the debt moves to the new account', async () => {
  const gone = await goneSeller();
  const person: Person = await signUpConfirmed(gone.email);
  await owe(gone.id, gone.request_id.concat('-later'), 700);
  await settleSellerFailures(env, new Date());
  await settleSellerFailures(env, new Date());
  expect([await debtOf(gone.id), await debtOf(person.user.id)]).toEqual([0, 12_700]);
  const isOwed = eq(ledgerTransfers.debit, `receivable:${person.user.id}`);
  const moved = await db.select().from(ledgerTransfers).where(isOwed);
  expect(moved.map(({ amount_cents }) => amount_cents)).toEqual([12_000, 700]);
});

test('a ban and a suspension still hold after the person deletes the account and signs up again', async () => {
  const banned = await approvedSeller('banned-returns@vouch.test');
  await adminClient().updateUserById(banned.user.id, { ban_duration: '100h' });
  const banned_until = await bannedUntil(banned.user.id);
  expect((await adminClient().deleteUser(banned.user.id)).error).toBeNull();
  const back: Person = await signUpConfirmed('banned-returns+2@vouch.test');
  expect(await bannedUntil(back.user.id)).toEqual(banned_until);
  expect((await call('http://vouch.test/api/me', { headers: back.headers })).status).toBe(401);

  const suspended = await approvedSeller('suspended-returns@vouch.test');
  const isTheirs = eq(resellerApplications.applicant_id, suspended.user.id);
  await db.update(resellerApplications).set({ status: 'suspended' }).where(isTheirs);
  expect(await outcome(await remove(suspended))).toEqual([204, undefined]);
  const again: Person = await approvedSeller('suspended-returns+2@vouch.test');
  expect(await standing(again.user.id)).toMatchObject({ is_approved: false });
});

test('nobody becomes an approved seller by signing up with an address that an approved seller has given up', async () => {
  const email = 'approved-once@vouch.test';
  const first = await approvedSeller(email);
  expect(await standing(first.user.id)).toMatchObject({ is_approved: true });
  expect((await adminClient().updateUserById(first.user.id, { email: 'moved-on@vouch.test' })).error).toBeNull();
  expect(await standing(first.user.id)).toMatchObject({ is_approved: true });
  const other = await signUpConfirmed(email);
  expect(await standing(other.user.id)).toMatchObject({ is_approved: false });
  expect(await outcome(await remove(first))).toEqual([204, undefined]);
  const again = await signUpConfirmed('moved-on@vouch.test');
  expect(await standing(again.user.id)).toMatchObject({ is_approved: false });
});

test('a new account inherits nothing from a deleted seller who had no debts and no failed sales', async () => {
  const email = 'recycled@vouch.test';
  const first = await approvedSeller(email);
  expect((await usePhone(first, phoneOf(900))).status).toBe(200);
  expect(await outcome(await remove(first))).toEqual([204, undefined]);
  expect(await db.$count(keptPasts, eq(keptPasts.past_id, first.user.id))).toBe(0);
  const next: Person = await signUpConfirmed(email);
  expect(await standing(next.user.id)).toEqual(NONE);
});

test('a person who shared a card with a seller before the seller’s account was deleted inherits nothing', async () => {
  const friend: Person = await signUpConfirmed('shares-a-card@vouch.test');
  const created_at = new Date(Date.now() - DAY);
  await db.update(authUsers).set({ created_at }).where(eq(authUsers.id, friend.user.id));
  await payWith(friend, 'card-of-friends');
  await goneSeller('card-of-friends');
  await settleSellerFailures(env, new Date());
  expect(await standing(friend.user.id)).toEqual({ ...NONE, marks: ['address', 'card'] });
});

test('sign-up and recovery do not reveal whether an address belonged to a deleted seller', async () => {
  const { email } = await goneSeller();
  const answers = [email, 'never-seen@vouch.test'].map(async (address) => {
    const asked = await post('/signup', { email: address, password: 'a long enough one' });
    const { id: _id, ...body } = await asked.json<Record<string, unknown>>();
    const recovered = await post('/recover', { email: address });
    return [asked.status, Object.keys(body).toSorted(), recovered.status, await recovered.json()];
  });
  const [past, none] = await Promise.all(answers);
  expect(past).toEqual(none);
});

test('the marks of a deleted seller are kept only as hashes, and are deleted after two years', async () => {
  const gone = await goneSeller();
  const kept = await db.select().from(keptPasts).where(eq(keptPasts.past_id, gone.id));
  expect(kept.map(({ kind }) => kind).toSorted()).toEqual(['address', 'card', 'inbox', 'phone']);
  expect(kept.every(({ mark_hash }) => /^[0-9a-f]{64}$/.test(mark_hash))).toBe(true);
  const end = Date.now() + KEEPING_DAYS.kept_pasts * DAY;
  await forgetUnusedAccounts(env, new Date(end - DAY));
  expect(await db.$count(keptPasts, eq(keptPasts.past_id, gone.id))).toBe(4);
  await forgetUnusedAccounts(env, new Date(end + DAY));
  expect(await db.$count(keptPasts)).toBe(0);
  const person = await signUpConfirmed(gone.email);
  expect(await standing(person.user.id)).toEqual(NONE);
});

test('an account with a debt is not deleted, and the refusal says how much the person owes and how to pay', async () => {
  const person = await approvedSeller('owes@vouch.test');
  await owe(person.user.id, await soldTo(person));
  const refused = await remove(person);
  const { msg } = await refused.json<{ msg: string }>();
  expect([refused.status, msg]).toEqual([
    409,
    `This account owes $120.00 for sales that went wrong. Pay it first. Write to ${env.SUPPORT_EMAIL} and we'll tell you how.`,
  ]);
  for (const keepsRow of [false, true]) {
    const { error } = await adminClient().deleteUser(person.user.id, keepsRow);
    expect([error?.status, error?.message]).toEqual([409, expect.stringContaining('$120.00')]);
  }
  expect(await debtOf(person.user.id)).toBe(12_000);
});
