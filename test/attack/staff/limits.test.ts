import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUserRow } from '../../../drizzle/seed/auth-rows.ts';
import { profileRow } from '../../../drizzle/seed/rows.ts';
import { authUsers, outbox, profiles } from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/people/auth.ts';
import {
  cookieOf,
  outcome,
  PASSWORD,
  post,
  signIn,
  signUpConfirmed,
  withVars,
} from '../../support/worker/people/auth-client.ts';
import { hashingOnce } from '../../support/worker/people/known-hashes.ts';

const bindings = withVars({ AUTH_RATE_LIMIT_SCALE: '0.1' });

interface Attempt {
  password?: string;
  headers?: Record<string, string>;
  of?: Env;
}
const tryFrom = (
  address: string,
  email: string,
  { password = 'wrong password', headers = {}, of = bindings }: Attempt = {},
) =>
  post(
    '/token?grant_type=password',
    { email, password },
    { bindings: of, headers: { 'CF-Connecting-IP': address, ...headers } },
  );

/** With these bindings, one IP address may send this many requests without a cookie. */
const CEILING = 30;
const guessFrom = (address: string, email: string, spoofed = address) =>
  post(
    '/verify',
    { email, type: 'email', token: '123456' },
    { bindings, headers: { 'CF-Connecting-IP': address, 'X-Forwarded-For': spoofed, 'X-Real-IP': spoofed } },
  );

async function statusesOf(count: number, send: (step: number) => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let step = 0; step < count; step++) statuses.push((await send(step)).status);
  return statuses;
}

test('a client that tries many accounts is limited, even if it forges IP address headers', async () => {
  const answers = await statusesOf(CEILING + 5, (step) =>
    guessFrom('203.0.113.1', `many-${step}@vouch.test`, `192.0.2.${step}`),
  );
  expect(answers.slice(0, CEILING)).toEqual(Array(CEILING).fill(403));
  expect(answers).toContain(429);
  expect((await guessFrom('203.0.113.2', 'many-0@vouch.test')).status).toBe(403);
});

test('500 sign-ins by one client do not lock out other clients', async () => {
  await signUpConfirmed('crowded@vouch.test');
  const of = withVars({ AUTH_RATE_LIMIT_SCALE: '0.2' });
  const from = performance.now();
  const answers: number[] = [];
  for (let sent = 0; sent < 500; sent += 100) {
    const tries = Array.from({ length: 100 }, (_, at) =>
      tryFrom('203.0.113.200', `crowd-${sent + at}@vouch.test`, { of }),
    );
    answers.push(...(await Promise.all(tries)).map(({ status }) => status));
  }
  const seconds = (performance.now() - from) / 1000;
  const count = (status: number) => answers.filter((each) => each === status).length;
  expect(count(400) + count(429)).toBe(500);
  // Under these bindings an IP address may send 60 requests at once and one more each second.
  expect(count(400)).toBeLessThanOrEqual(61 + seconds);
  expect((await signIn('crowded@vouch.test', PASSWORD, of)).status).toBe(200);
});

test('all IPv6 addresses of one network share one limit, and another network has its own limit', async () => {
  const hosts = ['::1', ':0:0:0:2', '::a:3', ':ffff::4', ':1:2:3:4'];
  const answers = await statusesOf(CEILING + 5, (step) =>
    guessFrom(`2001:db8:7:9${hosts[step % hosts.length]}`, `six-${step}@vouch.test`),
  );
  expect(answers.slice(0, CEILING)).toEqual(Array(CEILING).fill(403));
  expect(answers).toContain(429);
  expect((await guessFrom('2001:db8:7:100::1', 'six-0@vouch.test')).status).toBe(403);
  expect((await guessFrom('2001:db8::1', 'six-1@vouch.test')).status).toBe(403);
});

test('wrong passwords for one account share a limit across clients, even if the account does not exist', async () => {
  await signUpConfirmed('hammered@vouch.test');
  await signUpConfirmed('bystander@vouch.test');
  for (const email of ['hammered@vouch.test', 'hammered-unknown@vouch.test']) {
    const answers = await statusesOf(5, (step) => tryFrom(`203.0.113.${step + 10}`, email));
    expect([email, ...answers]).toEqual([email, 400, 400, 400, 429, 429]);
  }
  const refused = await tryFrom('203.0.113.40', 'hammered@vouch.test');
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await outcome(refused)).toEqual([429, 'over_request_rate_limit']);
  expect((await signIn('bystander@vouch.test')).status).toBe(200);
});

test.each([
  [
    'a mail address',
    [{ email: 'spelled@vouch.test' }, { email: ' Spelled@Vouch.Test' }, { email: 'spelled@vouch.test  ', phone: '' }],
  ],
  ['a number', [{ phone: '+16175550142' }, { phone: '1 617 555 0142', email: '' }, { phone: ' +1617 5550142 ' }]],
])('wrong codes for all spellings of %s share one limit', async (kind, spellings) => {
  const type = kind === 'a number' ? 'sms' : 'email';
  const answers: number[] = [];
  for (const [at, spelling] of [...spellings, ...spellings].entries()) {
    const headers = { 'CF-Connecting-IP': `198.51.100.${at + (type === 'sms' ? 100 : 10)}` };
    answers.push((await post('/verify', { ...spelling, type, token: '123456' }, { bindings, headers })).status);
  }
  expect(answers).toEqual([403, 403, 403, 429, 429, 429]);
});

test('endpoints that send messages or check guesses have limits', async () => {
  const cases: [string, object][] = [
    ['/signup', { email: 'limit@vouch.test', password: 'short' }],
    ['/otp', { email: 'limit-otp@vouch.test', create_user: false }],
    ['/magiclink', { email: 'limit-link@vouch.test' }],
    ['/recover', { email: 'limit-recover@vouch.test' }],
    ['/resend', { email: 'limit-resend@vouch.test', type: 'signup' }],
    ['/verify', { email: 'limit-verify@vouch.test', type: 'email', token: '123456' }],
    ['/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'x' }],
    ['/sso', { domain: 'university.test' }],
  ];
  const noGap = { ...bindings, AUTH_SEND_GAP_S: '0' };
  for (const [at, [path, body]] of cases.entries()) {
    const address = { 'CF-Connecting-IP': `203.0.113.${at + 100}` };
    const first = await post('/sso', {}, { headers: address });
    const headers = { ...address, Cookie: cookieOf(first) };
    const answers = await statusesOf(4, () => post(path, body, { bindings: noGap, headers }));
    expect([path, answers.slice(0, 3).includes(429), answers[3]]).toEqual([path, false, 429]);
  }
});

test.each([
  ['abroad', '+447911123456'],
  ['in Jamaica, with the prefix +1,', '+18765550177'],
  ['that bills its caller', '+19005550177'],
])('a phone number %s gets no text message', async (_, phone) => {
  const headers = { 'CF-Connecting-IP': '198.51.100.201' };
  for (const [path, body] of [
    ['/otp', { phone }],
    ['/signup', { phone, password: PASSWORD }],
  ] as const) {
    expect(await outcome(await post(path, body, { headers }))).toEqual([422, 'validation_failed']);
  }
  expect(await db.$count(outbox, eq(outbox.recipient, phone.slice(1)))).toBe(0);
});

test('200 students behind one IP address can all sign in, while an attacker among them is stopped', async () => {
  const { user } = await signUpConfirmed('campus-first@vouch.test');
  const [{ password_hash } = { password_hash: null }] = await db
    .select()
    .from(authUsers)
    .where(eq(authUsers.id, user.id));
  const rows = Array.from({ length: 200 }, (_, at) => authUserRow({ email: `campus-${at}@vouch.test`, password_hash }));
  for (let at = 0; at < rows.length; at += 50) {
    const [first, ...others] = rows
      .slice(at, at + 50)
      .flatMap(
        (row) => [db.insert(authUsers).values(row), db.insert(profiles).values(profileRow({ id: row.id }))] as const,
      );
    await db.batch([first!, ...others]);
  }
  const of = withVars({ AUTH_RATE_LIMIT_SCALE: '1' });
  const enter = (email: string, over: Attempt = {}) => tryFrom('198.51.100.250', email, { of, ...over });
  const statuses: number[] = [];
  for (let at = 0; at < rows.length; at += 20) {
    const turn = await hashingOnce(() =>
      Promise.all(rows.slice(at, at + 20).map(({ email }) => enter(email!, { password: PASSWORD }))),
    );
    statuses.push(...turn.map(({ status }) => status));
  }
  expect(statuses).toEqual(Array(200).fill(200));
  const headers = { Cookie: cookieOf(await enter('nobody@vouch.test')) };
  const tries = await statusesOf(40, (at) => enter(`campus-${at}@vouch.test`, { headers }));
  expect(tries.slice(0, 30)).toEqual(Array(30).fill(400));
  expect(tries).toContain(429);
  expect((await enter('campus-1@vouch.test', { password: PASSWORD })).status).toBe(200);
}, 120_000);

test('a sign-in refused by the client’s limit does not count as a try for the account', async () => {
  await signUpConfirmed('untouched@vouch.test');
  const headers = { Cookie: cookieOf(await post('/sso', {}, { headers: { 'CF-Connecting-IP': '203.0.113.60' } })) };
  const tried = ['x-0@vouch.test', 'x-1@vouch.test', 'x-2@vouch.test', 'untouched@vouch.test'];
  const attempts = await statusesOf(tried.length, (step) => tryFrom('203.0.113.60', tried[step]!, { headers }));
  expect(attempts.at(-1)).toBe(429);
  const answers = await statusesOf(4, (step) => tryFrom(`203.0.113.${step + 61}`, 'untouched@vouch.test'));
  expect(answers).toEqual([400, 400, 400, 429]);
});

test('strangers’ wrong passwords do not use up the tries of the owner’s browser', async () => {
  const email = 'owner@vouch.test';
  await signUpConfirmed(email);
  const own = (over: Attempt = {}) => tryFrom('198.51.100.77', email, { password: PASSWORD, ...over });
  const entered: Response[] = [];
  for (let step = 0; step < 6; step++) entered.push(await own());
  expect(entered.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const headers = { Cookie: cookieOf(entered[0]!) };
  expect(headers.Cookie).toContain('vouch-device=');
  expect(headers.Cookie).not.toContain('owner');
  for (let step = 0; step < 4; step++) await tryFrom(`203.0.113.${step + 80}`, email);
  expect((await own()).status).toBe(429);
  expect((await own({ headers })).status).toBe(200);
  expect(await statusesOf(4, () => own({ headers, password: 'wrong password' }))).toEqual([400, 400, 400, 429]);
  const other = await tryFrom('198.51.100.78', 'hammered@vouch.test', { password: PASSWORD, headers });
  expect(other.status).toBe(429);
});

test('a stranger who requests a code for somebody’s address does not block the owner’s browser', async () => {
  const email = 'asked-for@vouch.test';
  await signUpConfirmed(email);
  const device = cookieOf(await signIn(email));
  expect((await post('/recover', { email })).status).toBe(200);
  const limited = [429, 'over_email_send_rate_limit'];
  expect(await outcome(await post('/recover', { email }))).toEqual(limited);
  expect((await post('/recover', { email }, { headers: { Cookie: device } })).status).toBe(200);
  expect(await outcome(await post('/recover', { email }, { headers: { Cookie: device } }))).toEqual(limited);
});
