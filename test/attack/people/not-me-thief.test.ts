import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFactors, authIdentities, authNotices, authUsers } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import { SERVICE } from '../../support/worker/people/admin-client.ts';
import {
  call,
  outcome,
  post,
  readUser,
  send,
  signUpConfirmed,
  type Tokens,
} from '../../support/worker/people/auth-client.ts';
import type { Claims } from '../../support/worker/people/fake-google.ts';
import { googleFlow } from '../../support/worker/people/google-flow.ts';
import { mailsTo, newestMail } from '../../support/worker/talk/mailbox.ts';
import { addFactor, choosePassword, linkAbout, noGap, noticesTo, opened } from '../../support/worker/people/notices.ts';

const { google, startFlow } = await googleFlow();
const MINUTE_MS = 60_000;
const userOf = async (id: string) => (await db.select().from(authUsers).where(eq(authUsers.id, id)))[0];
const factorsOf = (id: string) => db.select().from(authFactors).where(eq(authFactors.user_id, id));
const identitiesOf = (id: string) => db.select().from(authIdentities).where(eq(authIdentities.user_id, id));
const linkGoogle = async (who: Tokens, claims: Claims) => (await startFlow(who)).land(claims);

const signInByGoogle = async (claims: Claims) =>
  post(
    '/token?grant_type=id_token',
    { provider: 'google', id_token: await google.idToken(claims) },
    { bindings: google.bindings },
  );

async function addPhone(headers: Record<string, string>, phone: string) {
  await send('PUT', '/user', { phone: `+${phone}` }, { headers, bindings: noGap });
  const { code } = await newestMail(phone);
  expect((await post('/verify', { type: 'phone_change', phone, token: code })).status).toBe(200);
}

test('after a thief unlinks the email identity, only the owner gets a notice whose link opens the account', async () => {
  const [email, thiefs] = ['owner-of-one@vouch.test', 'thief-of-one@gmail.test'];
  const thief = await signUpConfirmed(email);
  const { id } = thief.user;
  await linkGoogle(thief, { sub: 'thief of one', email: thiefs });
  const own = (await identitiesOf(id)).find(({ provider }) => provider === 'email');
  expect((await call(`/user/identities/${own!.id}`, { method: 'DELETE', headers: thief.headers })).status).toBe(200);
  expect(await userOf(id)).toMatchObject({ email: thiefs });
  // Notices of later changes go to the thief's address.
  expect((await send('PUT', '/user', { password: 'of the thief' }, { headers: thief.headers })).status).toBe(200);
  const [told, ofPassword] = [await mailsTo(thiefs), await linkAbout(thiefs, 'password')];
  expect(told.map(({ text }) => text)).toContainEqual(expect.stringContaining('A way to sign in was disconnected'));
  const recovered = await opened(await linkAbout(email, 'disconnected'));
  expect(recovered).toMatchObject({ type: 'recovery' });
  for (const link of new Set([ofPassword, ...(await noticesTo(thiefs)).map((mail) => mail.link)])) {
    expect(await opened(link)).toMatchObject({ error_code: 'otp_expired' });
  }
  expect(await noticesTo(thiefs)).toHaveLength(1);
  expect(await userOf(id)).toMatchObject({ email });
  expect(await readUser(recovered)).toEqual([200, undefined]);
  expect((await choosePassword(recovered)).status).toBe(200);
});

test('after a thief changes the address, only the owner gets a notice whose link opens the account', async () => {
  const [email, thiefs] = ['owner-of-two@vouch.test', 'thief-of-two@vouch.test'];
  const thief = await signUpConfirmed(email);
  await send('PUT', '/user', { email: thiefs }, { headers: thief.headers, bindings: noGap });
  for (const each of [email, thiefs])
    await post('/verify', { type: 'email_change', email: each, token: (await newestMail(each)).code });
  expect(await userOf(thief.user.id)).toMatchObject({ email: thiefs });
  expect((await newestMail(thiefs)).text).toContain('The email address of your account was changed.');
  const recovered = await opened(await linkAbout(email, 'address'));
  for (const { link } of await noticesTo(thiefs))
    expect(await opened(link)).toMatchObject({ error_code: 'otp_expired' });
  expect(await noticesTo(thiefs)).toEqual([]);
  expect(await readUser(recovered)).toEqual([200, undefined]);
  expect(await userOf(thief.user.id)).toMatchObject({ email });
});

test('when an admin changes the address of an account, the links of its earlier notices stop working', async () => {
  const email = 'before-admin@vouch.test';
  const { user, headers } = await signUpConfirmed(email);
  expect((await send('PUT', '/user', { password: 'another long one' }, { headers })).status).toBe(200);
  const change = { email: 'after-admin@vouch.test', email_confirm: true };
  expect((await send('PUT', `/admin/users/${user.id}`, change, { headers: SERVICE })).status).toBe(200);
  expect(await db.$count(authNotices, eq(authNotices.user_id, user.id))).toBe(0);
  expect(await opened(await linkAbout(email, 'password'))).toMatchObject({ error_code: 'otp_expired' });
  expect(await userOf(user.id)).toMatchObject({ email: 'after-admin@vouch.test' });
});

test('the button of a notice removes the identity, phone and factor that a thief added', async () => {
  const email = 'owner-of-three@vouch.test';
  const claims = { sub: 'thief of three', email: 'thief-of-three@gmail.test' };
  const phone = '16175550188';
  const thief = await signUpConfirmed(email);
  const { id } = thief.user;
  await linkGoogle(thief, claims);
  await addPhone(thief.headers, phone);
  await addFactor(thief);
  expect([(await identitiesOf(id)).length, (await factorsOf(id)).length]).toEqual([3, 1]);
  const recovered = await opened(await linkAbout(email, 'connected'));
  const again = await (await signInByGoogle(claims)).json<Tokens>();
  expect(again.user.id).not.toBe(id);
  await post('/otp', { phone: `+${phone}` }, { bindings: noGap });
  const sms = await post('/verify', { type: 'sms', phone, token: (await newestMail(phone)).code });
  expect((await sms.json<Partial<Tokens>>()).user?.id).not.toBe(id);
  expect((await identitiesOf(id)).map(({ provider }) => provider)).toEqual(['email']);
  expect(await factorsOf(id)).toEqual([]);
  const app_metadata = { providers: ['email'] };
  expect(await userOf(id)).toMatchObject({ email, phone: null, phone_confirmed_at: null, app_metadata });
  expect((await choosePassword(recovered)).status).toBe(200);
});

test('the button of a notice keeps an identity, phone and factor that are older than the notice', async () => {
  const email = 'owner-of-four@vouch.test';
  const thief = await signUpConfirmed(email);
  const { id } = thief.user;
  await linkGoogle(thief, { sub: 'owner of four', email: 'owner-of-four@gmail.test' });
  await addPhone(thief.headers, '16175550189');
  const before = new Date(Date.now() - 10 * MINUTE_MS);
  await db.batch([
    db.update(authIdentities).set({ created_at: before }).where(eq(authIdentities.user_id, id)),
    db.update(authUsers).set({ phone_confirmed_at: before }).where(eq(authUsers.id, id)),
    db.insert(authFactors).values({ user_id: id, factor_type: 'totp', status: 'unverified', created_at: before }),
  ]);
  expect((await send('PUT', '/user', { password: 'of the thief' }, { headers: thief.headers })).status).toBe(200);
  await opened(await linkAbout(email, 'password'));
  const providers = ['email', 'google', 'phone'];
  expect(new Set((await identitiesOf(id)).map(({ provider }) => provider))).toEqual(new Set(providers));
  expect(await userOf(id)).toMatchObject({ phone: '16175550189', app_metadata: { providers } });
  expect(await factorsOf(id)).toHaveLength(1);
});

test('with the mailbox and a Google sign-in, a thief cannot use a notice to bypass or remove the second factor', async () => {
  const email = 'mailbox-by-google@vouch.test';
  const owner = await signUpConfirmed(email);
  const { user } = owner;
  const { id } = await addFactor(owner);
  const before = new Date(Date.now() - 10 * MINUTE_MS);
  await db.update(authFactors).set({ created_at: before }).where(eq(authFactors.id, id));
  const joined = await (await signInByGoogle({ sub: 'mailbox', email })).json<Tokens>();
  expect(joined.user.id).toBe(user.id);
  const thief = await opened(await linkAbout(email, 'connected'));
  expect(await outcome(await choosePassword(thief))).toEqual([401, 'insufficient_aal']);
  expect(await factorsOf(user.id)).toHaveLength(1);
  expect(await userOf(user.id)).toMatchObject({ password_hash: null });
});
