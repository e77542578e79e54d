import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { generateHOTP } from '@oslojs/otp';
import { expect, test, vi } from 'vitest';
import { anotherSession, bearer, outcome, post, signUpConfirmed, type Tokens, withVars } from '../support/worker/auth-client.ts';

// The clock stands in the middle of a time step and moves by whole steps, so that no code changes while a test uses it.
vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 30_000) * 30_000 + 15_000 });
const pass = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000);
const codeOf = (secret: string, skew = 0) =>
  generateHOTP(decodeBase32IgnorePadding(secret), BigInt(Math.floor(Date.now() / 30_000) + skew), 6);
const wrongCode = (secret: string) => {
  const near = new Set([-2, -1, 0, 1, 2].map((skew) => codeOf(secret, skew)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code))!;
};

/** A tenth of the limits: two wrong codes a day. */
const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });
let clients = 0;

async function answer(who: Tokens, factor: { id: string }, code: string) {
  const headers = { ...bearer(who), 'CF-Connecting-IP': `203.0.113.${++clients}` };
  const asked = await post(`/factors/${factor.id}/challenge`, {}, { headers });
  const { id } = await asked.json<{ id: string }>();
  return post(`/factors/${factor.id}/verify`, { challenge_id: id, code }, { headers, bindings });
}

async function withFactor(email: string) {
  const user = await signUpConfirmed(email);
  const enrolment = await post('/factors', { factor_type: 'totp' }, { headers: user.headers });
  const factor = await enrolment.json<{ id: string; totp: { secret: string } }>();
  expect((await answer(user, factor, codeOf(factor.totp.secret))).status).toBe(200);
  return { factor, secret: factor.totp.secret };
}

test('a thief of the password has few wrong codes a day, from any network and over all challenges, and the owner gets in after waiting', async () => {
  const email = 'stubborn@vouch.test';
  const { factor, secret } = await withFactor(email);
  const thief = await anotherSession(email);
  const answers: (string | undefined)[] = [];
  for (let guess = 0; guess < 4; guess++) {
    pass(10);
    answers.push((await outcome(await answer(thief, factor, wrongCode(secret))))[1]);
  }
  expect(answers).toEqual(['mfa_verification_failed', 'mfa_verification_failed', 'over_request_rate_limit', 'over_request_rate_limit']);
  const refused = await answer(thief, factor, codeOf(secret));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3600);
  pass(12 * 60);
  const owner = await anotherSession(email);
  expect((await answer(owner, factor, codeOf(secret))).status).toBe(200);
});

test('a right code does not count as a guess', async () => {
  const email = 'steady@vouch.test';
  const { factor, secret } = await withFactor(email);
  for (let time = 0; time < 5; time++) {
    pass(10);
    expect((await answer(await anotherSession(email), factor, codeOf(secret))).status).toBe(200);
  }
  expect(await outcome(await answer(await anotherSession(email), factor, wrongCode(secret)))).toEqual([422, 'mfa_verification_failed']);
});

test('parallel guesses are counted one by one', async () => {
  const email = 'at-once@vouch.test';
  const { factor, secret } = await withFactor(email);
  const thief = await anotherSession(email);
  pass(10);
  const tries = await Promise.all(Array.from({ length: 3 }, () => answer(thief, factor, wrongCode(secret))));
  expect(tries.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([422, 422, 429]);
});
