import { base64urlnopad } from '@scure/base';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authFlowStates, authOneTimeCodes, authSessions, authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  call,
  outcome,
  PASSWORD,
  post,
  send,
  signIn,
  signUpConfirmed,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

const EXPIRED = [403, 'otp_expired'];
const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
const VERIFIER = 'v'.repeat(64);
const challengeOf = async (verifier: string) =>
  base64urlnopad.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
const wrong = (code: string, step: number) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
const verify = (body: object, address = '198.51.100.1') =>
  post('/verify', body, { headers: { 'CF-Connecting-IP': address } });
const exchange = (auth_code: string, code_verifier: unknown) =>
  post('/token?grant_type=pkce', { auth_code, code_verifier });

async function recoveryOf(email: string) {
  await signUpConfirmed(email);
  await post('/recover', { email });
  return newestMail(email);
}

async function authCodeFor(email: string, verifier = VERIFIER): Promise<string> {
  await signUpConfirmed(email);
  await post('/otp', { email, code_challenge: await challengeOf(verifier), code_challenge_method: 's256' });
  const { link } = await newestMail(email);
  const target = new URL((await call(link, { headers: { apikey: 'anon' } })).headers.get('Location')!);
  expect(target.hash).toBe('');
  return target.searchParams.get('code')!;
}

test('five wrong guesses end a code, even if they come from different IP addresses at the same time', async () => {
  for (const atOnce of [false, true]) {
    const email = `guess-${atOnce}@vouch.test`;
    const { code } = await recoveryOf(email);
    const guess = (step: number) => verify({ type: 'recovery', email, token: wrong(code, step) }, `198.51.100.${step}`);
    const answers = atOnce ? await Promise.all([1, 2, 3, 4, 5].map(guess)) : [];
    if (!atOnce) for (const step of [1, 2, 3, 4, 5]) answers.push(await guess(step));
    for (const answer of answers) expect(await outcome(answer)).toEqual(EXPIRED);
    expect(await outcome(await verify({ type: 'recovery', email, token: code }))).toEqual(EXPIRED);
  }
});

test('a code still works once after four wrong guesses', async () => {
  const email = 'four@vouch.test';
  const { code } = await recoveryOf(email);
  for (const step of [1, 2, 3, 4]) await verify({ type: 'recovery', email, token: wrong(code, step) });
  expect((await verify({ type: 'recovery', email, token: code })).status).toBe(200);
  expect(await outcome(await verify({ type: 'recovery', email, token: code }))).toEqual(EXPIRED);
});

test('if many requests enter the right code at the same time, only one signs in', async () => {
  const email = 'at-once@vouch.test';
  const { token_hash } = await recoveryOf(email);
  const answers = await Promise.all(Array.from({ length: 5 }, () => verify({ type: 'recovery', token_hash })));
  expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(1);
});

test('a code works only for its own purpose and address', async () => {
  const email = 'mixing@vouch.test';
  const { token_hash, code } = await recoveryOf(email);
  await signUpConfirmed('mixing-other@vouch.test');
  const toOther = { type: 'recovery', email: 'mixing-other@vouch.test', token: code };
  for (const body of [{ type: 'signup', token_hash }, { type: 'email_change', token_hash }, toOther])
    expect(await outcome(await verify(body))).toEqual(EXPIRED);
  for (const body of [{ type: 'recovery', token_hash, email }, { type: 'nothing', token_hash }, { type: 'recovery' }])
    expect(await outcome(await verify(body))).toEqual([400, 'validation_failed']);
  expect((await verify({ type: 'recovery', token_hash })).status).toBe(200);
});

test('a newly sent code ends the earlier code', async () => {
  const email = 'newer@vouch.test';
  const first = await recoveryOf(email);
  await post('/recover', { email }, { bindings: noGap });
  expect(await outcome(await verify({ type: 'recovery', token_hash: first.token_hash }))).toEqual(EXPIRED);
  expect((await verify({ type: 'recovery', token_hash: (await newestMail(email)).token_hash })).status).toBe(200);
});

test('a code that is one second late is refused', async () => {
  const email = 'late@vouch.test';
  const { code, token_hash } = await recoveryOf(email);
  const expires_at = new Date(Date.now() - 1000);
  await db.update(authOneTimeCodes).set({ expires_at }).where(eq(authOneTimeCodes.address, email));
  expect(await outcome(await verify({ type: 'recovery', email, token: code }))).toEqual(EXPIRED);
  expect(await outcome(await verify({ type: 'recovery', token_hash }))).toEqual(EXPIRED);
});

test('a PKCE code without its verifier opens no session', async () => {
  const code = await authCodeFor('pkce-wrong@vouch.test');
  for (const verifier of ['', undefined, null])
    expect(await outcome(await exchange(code, verifier))).toEqual([400, 'validation_failed']);
  expect(await outcome(await exchange(code, 'w'.repeat(64)))).toEqual([400, 'bad_code_verifier']);
  expect(await outcome(await exchange(code, await challengeOf(VERIFIER)))).toEqual([400, 'bad_code_verifier']);
  const other = await authCodeFor('pkce-other@vouch.test', 'o'.repeat(64));
  expect(await outcome(await exchange(other, VERIFIER))).toEqual([400, 'bad_code_verifier']);
  expect((await exchange(code, VERIFIER)).status).toBe(200);
});

test('a PKCE code can be exchanged only once, even by two requests at the same time', async () => {
  const code = await authCodeFor('pkce-twice@vouch.test');
  const answers = await Promise.all([exchange(code, VERIFIER), exchange(code, VERIFIER)]);
  expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(1);
  expect(await outcome(await exchange(code, VERIFIER))).toEqual([404, 'flow_state_not_found']);
});

test('a PKCE code is refused after five minutes', async () => {
  const code = await authCodeFor('pkce-late@vouch.test');
  const code_issued_at = new Date(Date.now() - 301_000);
  await db.update(authFlowStates).set({ code_issued_at }).where(eq(authFlowStates.auth_code, code));
  expect(await outcome(await exchange(code, VERIFIER))).toEqual([422, 'flow_state_expired']);
});

test('a password is refused as a code, and a code is refused as a password', async () => {
  const email = 'no-mix@vouch.test';
  const { code } = await recoveryOf(email);
  expect(await outcome(await verify({ type: 'recovery', email, token: PASSWORD }))).toEqual(EXPIRED);
  expect(await outcome(await signIn(email, code))).toEqual([400, 'invalid_credentials']);
});

test('a code sent to an address is refused once the account has another address', async () => {
  const email = 'moved-away@vouch.test';
  const { user } = await signUpConfirmed(email);
  await post('/recover', { email });
  const { code } = await newestMail(email);
  await db.update(authUsers).set({ email: 'moved-to@vouch.test' }).where(eq(authUsers.id, user.id));
  const countSessions = () => db.$count(authSessions, eq(authSessions.user_id, user.id));
  const before = await countSessions();
  expect(await outcome(await post('/verify', { type: 'recovery', email, token: code }))).toEqual(EXPIRED);
  expect(await countSessions()).toBe(before);
});

test('the code for a phone number is refused once another account has the number, and nothing changes', async () => {
  const phone = '16175550177';
  const { user, headers } = await signUpConfirmed('number-taken@vouch.test');
  expect((await send('PUT', '/user', { phone }, { headers })).status).toBe(200);
  const { code } = await newestMail(phone);
  await post('/signup', { phone, password: PASSWORD });
  const late = await post('/verify', { type: 'phone_change', phone, token: code });
  expect(await outcome(late)).toEqual([422, 'phone_exists']);
  const [row] = await db.select().from(authUsers).where(eq(authUsers.id, user.id));
  expect(row).toMatchObject({ phone: null, phone_confirmed_at: null });
});

test('a resend of an unknown type is refused', async () => {
  for (const type of ['constructor', '__proto__', 'recovery', '']) {
    const refused = await post('/resend', { type, email: 'resend-type@vouch.test' });
    expect([type, await outcome(refused)]).toEqual([type, [400, 'validation_failed']]);
  }
});
