import { env } from 'cloudflare:workers';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { call, PASSWORD, post, signIn, signUpConfirmed } from '../../support/worker/people/auth-client.ts';
import { newestMail } from '../../support/worker/talk/mailbox.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';

let info: MockInstance<typeof console.info>;
beforeEach(() => {
  info = vi.spyOn(console, 'info').mockReturnValue();
});

const lines = () =>
  info.mock.calls.map(([line]) => String(line)).filter((line) => /"message":"(auth|refused)"/.test(line));

const parsed = () => lines().map((line) => JSON.parse(line) as Record<string, unknown>);

test('every sign-in, successful or refused, is logged with its path and outcome, and without personal data', async () => {
  const email = 'logged-person@vouch.test';
  const tokens = await signUpConfirmed(email);
  await signIn(email);
  await signIn(email, 'a wrong password');
  await post('/verify', { type: 'email', email, token: '482913' });
  await call('/logout', { method: 'POST', headers: tokens.headers });
  const grant = { grant: 'password', method: 'POST', path: '/auth/v1/token' };
  expect(parsed()).toMatchObject([
    { message: 'auth', path: '/auth/v1/signup', status: 200 },
    { ...grant, status: 200 },
    { ...grant, status: 400, code: 'invalid_credentials' },
    { path: '/auth/v1/verify', status: 403, code: 'otp_expired' },
    { path: '/auth/v1/logout', status: 204 },
  ]);
  for (const { request_id } of parsed()) expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines().join()).not.toMatch(/logged-person|482913|wrong password|eyJ/);
});

test('a sign-in by the link in a mail is logged, but the token in the link is not', async () => {
  const email = 'by-link@vouch.test';
  // Anybody can choose the address to which the link leads. That address must not make the sign-in look refused.
  const back = encodeURIComponent(`${env.SITE_URL}/events?error_code=forged`);
  await post(`/signup?redirect_to=${back}`, { email, password: PASSWORD });
  const { link } = await newestMail(email);
  info.mockClear();
  await call(link);
  expect(parsed()).toEqual([]);
  await call(link, { headers: { apikey: 'anon' } });
  expect(parsed()).toMatchObject([{ message: 'auth', method: 'GET', path: '/auth/v1/verify', status: 303 }]);
  expect(parsed()[0]).not.toHaveProperty('code');
  expect(lines().join()).not.toContain(new URL(link).searchParams.get('token') ?? link);
  await call(link, { headers: { apikey: 'anon' } });
  expect(parsed()[1]).toMatchObject({ path: '/auth/v1/verify', status: 303, code: 'otp_expired' });
});

test('a refused HTTP request is logged once with its id, path and status', async () => {
  const { headers } = await signUpConfirmed('refused@vouch.test');
  info.mockClear();
  const forbidden = await call('http://vouch.test/api/admin/summary?secret=value', { headers });
  await call('http://vouch.test/api/me');
  const foreign = { Origin: 'https://elsewhere.test' };
  await call('http://vouch.test/api/waitlist', { method: 'POST', headers: foreign, body: '{}' });
  await call('http://vouch.test/api/me', { headers });
  await call('http://vouch.test/no/such/page.txt');
  const request_id = forbidden.headers.get('X-Request-Id');
  expect(parsed()).toEqual([
    { level: 'info', message: 'refused', request_id, method: 'GET', path: '/api/admin/summary', status: 403 },
    expect.objectContaining({ path: '/api/me', status: 401 }),
    expect.objectContaining({ method: 'POST', path: '/api/waitlist', status: 403 }),
  ]);
});

const lost = async () => {
  throw new Error('D1_ERROR: Network connection lost at secret-host.');
};

test('the answer to an unexpected failure contains the request id and no internal details', async () => {
  const statement = { bind: () => statement, all: lost, raw: lost, run: lost, first: lost };
  const bindings = { ...env, DB: { prepare: () => statement, batch: lost } as unknown as D1Database };
  for (const [path, init] of [
    ['http://vouch.test/api/tickets', {}],
    [
      '/token?grant_type=password',
      { method: 'POST', body: JSON.stringify({ email: 'a@vouch.test', password: PASSWORD }) },
    ],
  ] as const) {
    const answer = await call(path, init, bindings);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).toContain(answer.headers.get('X-Request-Id'));
    expect(text).not.toMatch(/D1_ERROR|secret-host|\bat \w+ \(|select |node_modules/i);
  }
  expect(meantErrors()).toHaveLength(2);
});
