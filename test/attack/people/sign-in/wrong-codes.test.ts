import { base32nopad } from '@scure/base';
import { generateHOTP } from '@oslojs/otp';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { authUsers } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../../../support/worker/people/auth.ts';
import {
  anotherSession,
  bearer,
  call,
  cookieOf,
  outcome,
  PASSWORD,
  post,
  send,
  signUpConfirmed,
  type Tokens,
  withVars,
} from '../../../support/worker/people/auth-client.ts';
import { adminClient } from '../../../support/worker/people/admin-client.ts';
import { challenge, enrol } from '../../../support/worker/people/second-factor.ts';
import { newestMail } from '../../../support/worker/talk/mailbox.ts';

// The clock stands in the middle of a TOTP time step and moves only by whole steps. So no code changes between the
// moment a test makes it and the moment the test sends it.
vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const codeOf = (secret: string, skew = 0) =>
  generateHOTP(base32nopad.decode(secret), BigInt(Math.floor(Date.now() / 30_000) + skew), 6);
const wrongCode = (secret: string) => {
  const near = new Set([-2, -1, 0, 1, 2].map((skew) => codeOf(secret, skew)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code))!;
};

/** Bindings with a tenth of the limits: two wrong codes a day. */
const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });
let clients = 0;

async function answer(who: Tokens, factor: { id: string }, code: string) {
  const headers = { ...bearer(who), 'CF-Connecting-IP': `203.0.113.${++clients}` };
  const { id } = await challenge(who, factor.id, headers);
  return post(`/factors/${factor.id}/verify`, { challenge_id: id, code }, { headers, bindings });
}

async function withFactor(email: string) {
  const user = await signUpConfirmed(email);
  const factor = await enrol(user);
  expect((await answer(user, factor, codeOf(factor.totp.secret))).status).toBe(200);
  return { factor, secret: factor.totp.secret };
}

test('wrong factor codes from all networks and challenges share one daily limit', async () => {
  const email = 'stubborn@vouch.test';
  const { factor, secret } = await withFactor(email);
  const thief = await anotherSession(email);
  const answers: (string | undefined)[] = [];
  for (let guess = 0; guess < 4; guess++) {
    pass(10);
    answers.push((await outcome(await answer(thief, factor, wrongCode(secret))))[1]);
  }
  expect(answers).toEqual([
    'mfa_verification_failed',
    'mfa_verification_failed',
    'over_request_rate_limit',
    'over_request_rate_limit',
  ]);
  const refused = await answer(thief, factor, codeOf(secret));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3600);
  pass(12 * 60);
  const owner = await anotherSession(email);
  expect((await answer(owner, factor, codeOf(secret))).status).toBe(200);
});

test('a right code is not counted as a wrong one', async () => {
  const email = 'steady@vouch.test';
  const { factor, secret } = await withFactor(email);
  for (let time = 0; time < 5; time++) {
    pass(10);
    expect((await answer(await anotherSession(email), factor, codeOf(secret))).status).toBe(200);
  }
  const wrong = await answer(await anotherSession(email), factor, wrongCode(secret));
  expect(await outcome(wrong)).toEqual([422, 'mfa_verification_failed']);
});

test('parallel guesses are counted one by one', async () => {
  const email = 'at-once@vouch.test';
  const { factor, secret } = await withFactor(email);
  const thief = await anotherSession(email);
  pass(10);
  const tries = await Promise.all(Array.from({ length: 3 }, () => answer(thief, factor, wrongCode(secret))));
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([422, 422, 429]);
});

/** Bindings that allow six wrong codes from mails and text messages a day. */
const six = withVars({ AUTH_RATE_LIMIT_SCALE: '0.2' });
const noGap = withVars({ AUTH_SEND_GAP_S: '0' });
const beside = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
/** Each guess comes from another /64 of one /48. */
const guess = (body: object, headers: Record<string, string> = {}) =>
  post('/verify', body, {
    bindings: six,
    headers: { 'CF-Connecting-IP': `2001:db8:1:${(++clients).toString(16)}::1`, ...headers },
  });
const sentBy = async (request: () => Promise<Response>, address: string) => {
  pass(10);
  expect((await request()).status).toBe(200);
  return newestMail(address);
};

test('wrong codes from mails and text messages, of all kinds and networks, share one daily limit per account', async () => {
  const [email, phone] = ['many-kinds@vouch.test', '16175550171'];
  const { headers, user } = await signUpConfirmed(email);
  await db.update(authUsers).set({ phone, phone_confirmed_at: new Date() }).where(eq(authUsers.id, user.id));
  const wanted = { email: 'many-kinds-new@vouch.test', current_password: PASSWORD };
  const change = await sentBy(() => send('PUT', '/user', wanted, { headers, bindings: noGap }), email);
  expect((await guess({ type: 'email_change', email, token: beside(change.code) })).status).toBe(403);
  const nonce = beside((await sentBy(() => call('/reauthenticate', { headers }, noGap), email)).code);
  const changed = await send('PUT', '/user', { password: 'another long one', nonce }, { headers, bindings: six });
  expect(changed.status).toBe(422);
  const recovery = await sentBy(() => post('/recover', { email }, { bindings: noGap }), email);
  expect((await guess({ type: 'recovery', email, token: beside(recovery.code) })).status).toBe(403);
  for (const turn of [4, 5]) {
    const text = await sentBy(() => post('/otp', { phone }, { bindings: noGap }), phone);
    expect([turn, (await guess({ type: 'sms', phone, token: beside(text.code) })).status]).toEqual([turn, 403]);
  }
  const { link, code } = await sentBy(() => post('/otp', { email }, { bindings: noGap }), email);
  expect((await guess({ type: 'email', email, token: beside(code) })).status).toBe(403);
  const refused = await guess({ type: 'email', email, token: code });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3600);
  expect((await call(link, { headers: { apikey: 'anon' } })).headers.get('Location')).toContain('access_token');
});

test('a wrong code is counted only once even if codes for two purposes are open', async () => {
  const email = 'two-purposes@vouch.test';
  await post('/signup', { email, password: PASSWORD }, { bindings: noGap });
  const { code } = await newestMail(email);
  await adminClient().generateLink({ type: 'recovery', email });
  for (const step of [1, 2, 3, 4]) {
    pass(10);
    expect([step, (await guess({ type: 'email', email, token: beside(code) })).status]).toEqual([step, 403]);
  }
  expect((await guess({ type: 'email', email, token: code })).status).toBe(200);
});

test('wrong codes of sign-up, sign-in and recovery count together, but a browser that signed in has its own tries', async () => {
  const email = 'one-address@vouch.test';
  await post('/signup', { email, password: PASSWORD }, { bindings: noGap });
  const first = await newestMail(email);
  for (const step of [1, 2, 3]) {
    pass(10);
    expect([step, (await guess({ type: 'email', email, token: beside(first.code) })).status]).toEqual([step, 403]);
  }
  const device = cookieOf(await post('/verify', { type: 'signup', email, token: first.code }));
  for (const way of ['otp', 'recover', 'otp']) {
    const mail = await sentBy(() => post(`/${way}`, { email }, { bindings: noGap }), email);
    expect((await guess({ type: 'email', email, token: beside(mail.code) })).status).toBe(403);
  }
  const { code } = await newestMail(email);
  const refused = await guess({ type: 'email', email, token: code });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3600);
  expect((await guess({ type: 'email', email, token: code }, { Cookie: device })).status).toBe(200);
});

async function phones(known: string, unknown: string) {
  const { user } = await signUpConfirmed(`owner-of-${known}@vouch.test`);
  await db.update(authUsers).set({ phone: known, phone_confirmed_at: new Date() }).where(eq(authUsers.id, user.id));
  return [known, unknown];
}

test('guesses that are made while no code is open do not lock out the owner of a phone number', async () => {
  for (const phone of await phones('16175550172', '16175550173')) {
    for (let turn = 1; turn <= 10; turn++) {
      pass(10);
      const refused = await outcome(await guess({ type: 'sms', phone, token: '000000' }));
      expect([phone, turn, refused]).toEqual([phone, turn, [403, 'otp_expired']]);
    }
    const { code } = await sentBy(() => post('/otp', { phone }, { bindings: noGap }), phone);
    expect([phone, (await guess({ type: 'sms', phone, token: code })).status]).toEqual([phone, 200]);
  }
});

test('the limit of wrong codes is the same for known and unknown phone numbers', async () => {
  for (const phone of await phones('16175550174', '16175550175')) {
    const answers: number[] = [];
    for (let turn = 1; turn <= 7; turn++) {
      const { code } = await sentBy(() => post('/otp', { phone }, { bindings: noGap }), phone);
      answers.push((await guess({ type: 'sms', phone, token: beside(code) })).status);
    }
    expect([phone, answers]).toEqual([phone, [403, 403, 403, 403, 403, 403, 429]]);
    pass(10);
    expect([phone, (await guess({ type: 'sms', phone, token: '000000' })).status]).toEqual([phone, 429]);
  }
});
