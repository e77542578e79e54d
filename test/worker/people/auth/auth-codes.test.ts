import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFlowStates, authOneTimeCodes, authUsers, outbox } from '../../../../drizzle/tables/all-tables.ts';
import { isSameText } from '../../../../worker/http/security/crypto.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  authClient,
  call,
  outcome,
  PASSWORD,
  post,
  send,
  signUpConfirmed,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { mailsTo, newestMail } from '../../../support/worker/talk/mailbox.ts';

const SITE = env.SITE_URL;
const nowGap = withVars({ AUTH_SEND_GAP_S: '0' });
const userOf = async (email: string) => (await db.select().from(authUsers).where(eq(authUsers.email, email)))[0]!;

test('a code from a mail signs in both new and known people', async () => {
  const client = authClient({ bindings: nowGap });
  const email = 'otp@vouch.test';
  const unknown = await client.signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(unknown.error).toMatchObject({ code: 'otp_disabled', status: 422 });
  for (const time of [1, 2]) {
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const { code } = await newestMail(email);
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' });
    expect([time, error]).toEqual([time, null]);
    expect(data.user?.email).toBe(email);
  }
  expect(await db.$count(authUsers, eq(authUsers.email, email))).toBe(1);
});

test('a POST with the token hash from a mail’s link signs a person in', async () => {
  const email = 'hash@vouch.test';
  await signUpConfirmed(email);
  await post('/magiclink', { email });
  const { token_hash } = await newestMail(email);
  const { data, error } = await authClient().verifyOtp({ token_hash, type: 'magiclink' });
  expect(error).toBeNull();
  expect(data.session).not.toBeNull();
});

test('a person signs up with a phone, confirms it by text message, and signs in by password', async () => {
  const client = authClient();
  const phone = '+1 617 555 0142';
  expect((await client.signUp({ phone, password: PASSWORD })).error).toBeNull();
  const { code } = await newestMail('16175550142');
  const early = await client.signInWithPassword({ phone, password: PASSWORD });
  expect(early.error).toMatchObject({ code: 'phone_not_confirmed' });
  const { data, error } = await client.verifyOtp({ phone, token: code, type: 'sms' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ phone: '16175550142', app_metadata: { provider: 'phone' } });
  expect((await client.signInWithPassword({ phone, password: PASSWORD })).error).toBeNull();
  expect((await client.signInWithOtp({ phone: 'x' })).error?.status).toBe(400);
});

test('a phone number is added to an account once the code from the text message is entered', async () => {
  const { headers } = await signUpConfirmed('add-phone@vouch.test');
  const asked = await send('PUT', '/user', { phone: '+16175550143' }, { headers });
  expect(await asked.json()).toMatchObject({ phone: '', new_phone: '16175550143' });
  const { code } = await newestMail('16175550143');
  const verified = await post('/verify', { type: 'phone_change', phone: '+16175550143', token: code });
  expect(await verified.json()).toMatchObject({ user: { phone: '16175550143', email: 'add-phone@vouch.test' } });
});

test('a second message within the minimum gap is refused, for known and unknown addresses alike', async () => {
  await post('/signup', { email: 'gap@vouch.test', password: PASSWORD });
  for (const email of ['gap@vouch.test', 'gap-unknown@vouch.test']) {
    await post('/resend', { type: 'email_change', email });
    const again = await post('/resend', { type: 'email_change', email });
    expect(again.status).toBe(429);
    expect(await again.json()).toMatchObject({
      error_code: 'over_email_send_rate_limit',
      msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/) as string,
    });
  }
  const resent = await post('/resend', { type: 'signup', email: 'gap@vouch.test' }, { bindings: nowGap });
  expect([resent.status, await resent.json()]).toEqual([200, {}]);
  expect(await mailsTo('gap@vouch.test')).toHaveLength(2);
  expect((await post('/resend', { type: 'nothing', email: 'gap@vouch.test' })).status).toBe(400);
});

test('the client can exchange the code from a PKCE link for a session', async () => {
  const email = 'pkce@vouch.test';
  await signUpConfirmed(email);
  const client = authClient({ flowType: 'pkce' });
  expect((await client.signInWithOtp({ email, options: { emailRedirectTo: `${SITE}/account` } })).error).toBeNull();
  const { link, token_hash } = await newestMail(email);
  expect(token_hash.startsWith('pkce_')).toBe(true);
  const target = new URL((await call(link, { headers: { apikey: 'anon' } })).headers.get('Location')!);
  expect(target.hash).toBe('');
  const { data, error } = await client.exchangeCodeForSession(target.searchParams.get('code')!);
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
  expect(await db.select().from(authFlowStates)).toEqual([]);
});

test('reauthentication sends a code that a password change accepts once', async () => {
  const email = 'nonce@vouch.test';
  const { headers } = await signUpConfirmed(email);
  const asked = await call('/reauthenticate', { headers });
  expect([asked.status, await asked.json()]).toEqual([200, {}]);
  const { code, link } = await newestMail(email);
  expect(link).toBe('');
  const change = (proof: object) => send('PUT', '/user', { password: 'a new long one', ...proof }, { headers });
  const wrong = await change({ nonce: code === '000000' ? '000001' : '000000' });
  expect(await outcome(wrong)).toEqual([422, 'reauthentication_not_valid']);
  expect((await change({ nonce: code })).status).toBe(200);
  const reused = await change({ password: 'a newer long one', nonce: code });
  expect(await outcome(reused)).toEqual([422, 'reauthentication_not_valid']);
  const mistaken = await change({ password: 'a newer long one', current_password: 'no' });
  expect(await outcome(mistaken)).toEqual([400, 'current_password_invalid']);
});

test('new metadata is merged into the stored metadata, and null removes a key', async () => {
  const { headers } = await signUpConfirmed('data@vouch.test');
  await send('PUT', '/user', { data: { school: 'Boston University', theme: 'dark' } }, { headers });
  const answer = await send('PUT', '/user', { data: { theme: null } }, { headers });
  const { user_metadata } = await answer.json<{ user_metadata: object }>();
  expect(user_metadata).toMatchObject({ full_name: 'A student', school: 'Boston University' });
  expect(user_metadata).not.toHaveProperty('theme');
});

test('the code and the link of a sign-up mail are not readable in the database', async () => {
  const email = 'sealed@vouch.test';
  await post('/signup', { email, password: PASSWORD });
  const { code, token_hash } = await newestMail(email);
  const rows = JSON.stringify([
    await db.select().from(authOneTimeCodes).where(eq(authOneTimeCodes.address, email)),
    await db.select().from(outbox).where(eq(outbox.recipient, email)),
    await userOf(email),
  ]);
  expect(rows).not.toContain(token_hash);
  expect(rows).not.toContain(`"${code}"`);
});

test('the comparison in constant time finds two texts equal only if all bytes are equal', () => {
  expect(isSameText('abc', 'abc')).toBe(true);
  expect(isSameText('abc', 'abd')).toBe(false);
  expect(isSameText('abc', 'ab')).toBe(false);
  expect(isSameText('', 'a')).toBe(false);
  // Each text has one letter, but the first letter has two bytes and the second has one.
  expect(isSameText('é', 'e')).toBe(false);
});

test('a code is refused as expired if its account was deleted after the code was sent', async () => {
  const email = 'leaves-soon@vouch.test';
  await signUpConfirmed(email);
  expect((await authClient().resetPasswordForEmail(email)).error).toBeNull();
  const { token_hash } = await newestMail(email);
  await db.update(authUsers).set({ deleted_at: new Date() }).where(eq(authUsers.email, email));
  const { error } = await authClient().verifyOtp({ token_hash, type: 'recovery' });
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('a password change ends only the codes of its own account', async () => {
  const [changing, other] = ['changes-codes@vouch.test', 'keeps-code@vouch.test'];
  const { headers } = await signUpConfirmed(changing);
  await signUpConfirmed(other);
  for (const email of [changing, other]) expect((await authClient().resetPasswordForEmail(email)).error).toBeNull();
  expect((await send('PUT', '/user', { password: 'another long one' }, { headers })).status).toBe(200);
  const { token_hash } = await newestMail(other);
  expect((await authClient().verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
});
