import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outbox } from '../../drizzle/tables/schema.ts';
import { db } from '../support/worker/auth.ts';
import { outcome, PASSWORD, post, signIn, signUpConfirmed, withVars } from '../support/worker/auth-client.ts';

const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });
const LIMITED = [429, 'over_request_rate_limit'];
const tryFrom = (address: string, email: string, spoofed = address) =>
  post(
    '/token?grant_type=password',
    { email, password: 'wrong password' },
    { bindings, headers: { 'CF-Connecting-IP': address, 'X-Forwarded-For': spoofed, 'X-Real-IP': spoofed } },
  );

test('a client that tries many accounts is stopped, whatever addresses it forwards, and other clients are not', async () => {
  const answers: number[] = [];
  for (let step = 0; step < 5; step++) answers.push((await tryFrom('203.0.113.1', `many-${step}@vouch.test`, `192.0.2.${step}`)).status);
  expect(answers).toEqual([400, 400, 400, 429, 429]);
  expect((await tryFrom('203.0.113.2', 'many-0@vouch.test')).status).toBe(400);
});

test('2,000 sign-ins a minute by one client lock out no other client, and all but the first are refused before any hashing', async () => {
  await signUpConfirmed('crowded@vouch.test');
  const real = { bindings: withVars({ AUTH_RATE_LIMIT_SCALE: '1' }), headers: { 'CF-Connecting-IP': '203.0.113.200' } };
  const from = performance.now();
  const answers: number[] = [];
  for (let sent = 0; sent < 2000; sent += 100) {
    const tries = Array.from({ length: 100 }, (_, at) =>
      post('/token?grant_type=password', { email: `crowd-${sent + at}@vouch.test`, password: 'wrong password' }, real),
    );
    answers.push(...(await Promise.all(tries)).map(({ status }) => status));
  }
  const seconds = (performance.now() - from) / 1000;
  const count = (status: number) => answers.filter((each) => each === status).length;
  expect(count(400) + count(429)).toBe(2000);
  // The burst of 30, and one more every two seconds.
  expect(count(400)).toBeLessThanOrEqual(31 + seconds / 2);
  expect((await signIn('crowded@vouch.test', PASSWORD, real.bindings)).status).toBe(200);
});

test('all IPv6 addresses of one network count as one client, and the next network as another', async () => {
  const answers: number[] = [];
  for (const [at, host] of ['::1', ':0:0:0:2', '::a:3', ':ffff::4', ':1:2:3:4'].entries()) {
    answers.push((await tryFrom(`2001:db8:7:9${host}`, `six-${at}@vouch.test`)).status);
  }
  expect(answers).toEqual([400, 400, 400, 429, 429]);
  expect((await tryFrom('2001:db8:7:100::1', 'six-0@vouch.test')).status).toBe(400);
  expect((await tryFrom('2001:db8::1', 'six-1@vouch.test')).status).toBe(400);
});

test('an account that many clients try is protected, known or unknown, and other accounts are not locked out', async () => {
  await signUpConfirmed('hammered@vouch.test');
  await signUpConfirmed('bystander@vouch.test');
  for (const email of ['hammered@vouch.test', 'hammered-unknown@vouch.test']) {
    const answers: number[] = [];
    for (let step = 0; step < 5; step++) answers.push((await tryFrom(`203.0.113.${step + 10}`, email)).status);
    expect([email, ...answers]).toEqual([email, 400, 400, 400, 429, 429]);
  }
  const refused = await tryFrom('203.0.113.40', 'hammered@vouch.test');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await outcome(refused)).toEqual(LIMITED);
  expect((await signIn('bystander@vouch.test')).status).toBe(200);
});

test.each([
  ['an address', [{ email: 'spelled@vouch.test' }, { email: ' Spelled@Vouch.Test' }, { email: 'spelled@vouch.test  ', phone: '' }]],
  ['a number', [{ phone: '+16175550142' }, { phone: '1 617 555 0142', email: '' }, { phone: ' +1617 5550142 ' }]],
])('all spellings of %s share one limit', async (kind, spellings) => {
  const type = kind === 'a number' ? 'sms' : 'email';
  const answers: number[] = [];
  for (const [at, spelling] of [...spellings, ...spellings].entries()) {
    const headers = { 'CF-Connecting-IP': `198.51.100.${at + (type === 'sms' ? 100 : 10)}` };
    answers.push((await post('/verify', { ...spelling, type, token: '123456' }, { bindings, headers })).status);
  }
  expect(answers).toEqual([403, 403, 403, 429, 429, 429]);
});

test('every endpoint that sends a message or takes a guess has a limit', async () => {
  const cases: [string, object][] = [
    ['/signup', { email: 'limit@vouch.test', password: 'short' }],
    ['/otp', { email: 'limit-otp@vouch.test', create_user: false }],
    ['/magiclink', { email: 'limit-link@vouch.test' }],
    ['/recover', { email: 'limit-recover@vouch.test' }],
    ['/resend', { email: 'limit-resend@vouch.test', type: 'signup' }],
    ['/verify', { email: 'limit-verify@vouch.test', type: 'email', token: '123456' }],
    ['/token?grant_type=refresh_token', { refresh_token: 'x' }],
    ['/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'x' }],
    ['/sso', { domain: 'university.test' }],
  ];
  const noGap = { ...bindings, AUTH_SEND_GAP_S: '0' };
  for (const [at, [path, body]] of cases.entries()) {
    const headers = { 'CF-Connecting-IP': `203.0.113.${at + 100}` };
    const answers: number[] = [];
    for (let step = 0; step < 4; step++) answers.push((await post(path, body, { bindings: noGap, headers })).status);
    expect([path, answers.slice(0, 3).includes(429), answers[3]]).toEqual([path, false, 429]);
  }
});

test.each([
  ['abroad', '+447911123456'],
  ['in Jamaica, under the same +1', '+18765550177'],
  ['that bills its caller', '+19005550177'],
])('a phone number %s gets no text message', async (_, phone) => {
  const headers = { 'CF-Connecting-IP': '198.51.100.201' };
  for (const [path, body] of [
    ['/otp', { phone }],
    ['/signup', { phone, password: PASSWORD }],
  ] as const) {
    expect(await outcome(await post(path, body, { headers }))).toEqual([422, 'validation_failed']);
  }
  expect(
    await db
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, phone.slice(1))),
  ).toEqual([]);
});

// Last in this file: it uses up the messages of a day.
test('sign-ups of any number of addresses leave a reserve of the day’s mails to those who sign in', async () => {
  await signUpConfirmed('reserve@vouch.test');
  await signUpConfirmed('reserve-two@vouch.test');
  const few = { bindings: withVars({ MAIL_PER_DAY: '20' }) };
  const signUps: number[] = [];
  for (let at = 0; at < 10; at++) {
    const headers = { 'CF-Connecting-IP': `198.51.100.${at + 210}` };
    signUps.push((await post('/signup', { email: `pumped-${at}@vouch.test`, password: PASSWORD }, { ...few, headers })).status);
  }
  expect(signUps).toEqual([...Array.from({ length: 8 }, () => 200), 429, 429]);
  expect((await post('/otp', { email: 'reserve@vouch.test', create_user: false }, few)).status).toBe(200);
  expect((await post('/recover', { email: 'reserve-two@vouch.test' }, few)).status).toBe(200);
  expect(await outcome(await post('/recover', { email: 'reserve@vouch.test' }, few))).toEqual([429, 'over_email_send_rate_limit']);
});
