import { countRows } from '../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { call, PASSWORD, post, signUpConfirmed } from '../../support/worker/people/auth-client.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { callCounted } from '../../support/worker/call.ts';
import { aForm } from '../../support/worker/nights/waitlist-form.ts';
import { everyRoute } from '../../support/worker/every-route.ts';

countRows();

const FROM_ELSEWHERE = {
  Origin: 'https://elsewhere.test',
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'no-cors',
};
/** Content types that a form or `fetch` of another site can send without a preflight. */
const SIMPLE_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

const routes = await everyRoute();
const changes = routes.filter(({ method }) => !['GET', 'HEAD'].includes(method));
const ofProduct = changes.filter(({ path }) => !path.startsWith('/auth/v1/'));

async function openSocket(path: string, headers: Record<string, string>): Promise<number> {
  const answer = await call(`http://vouch.test${path}`, { headers: { Upgrade: 'websocket', ...headers } }, env);
  answer.webSocket?.accept();
  answer.webSocket?.close();
  return answer.status;
}

test('no route accepts a cookie as a session', async () => {
  const { access_token } = await signUpConfirmed('cookies@vouch.test');
  const signedIn = await post('/token?grant_type=password', { email: 'cookies@vouch.test', password: PASSWORD });
  const given = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
  const Cookie = [
    ...given,
    `vouch-session=${access_token}`,
    `access_token=${access_token}`,
    `sb-access-token=${access_token}`,
  ].join('; ');
  expect(given.length).toBeGreaterThan(0);
  const withBearer = await call('http://vouch.test/api/me', { headers: { Authorization: `Bearer ${access_token}` } });
  expect(withBearer.status).toBe(200);
  const differing: string[] = [];
  for (const { method, path } of routes.filter((route) => /^\/(api|functions|auth)\//.test(route.path))) {
    const [without, withCookies] = await Promise.all(
      ['', Cookie].map((cookies) => callCounted(path, { method, headers: { Cookie: cookies } })),
    );
    if (without!.answer.status !== withCookies!.answer.status) differing.push(`${method} ${path}`);
  }
  expect(differing).toEqual([]);
});

test('a form that another site posts changes nothing, on any route outside the auth service', async () => {
  const taken: string[] = [];
  for (const [at, { method, path }] of ofProduct.entries()) {
    const type = SIMPLE_TYPES[at % SIMPLE_TYPES.length]!;
    const headers = { ...FROM_ELSEWHERE, 'Content-Type': type };
    const { answer, cost } = await callCounted(path, { method, headers, body: '{}' });
    if (answer.status !== 403 || cost.round_trips > 0) taken.push(`${method} ${path}: ${answer.status}`);
  }
  expect(ofProduct.length).toBeGreaterThan(90);
  expect(taken).toEqual([]);
});

test.each(SIMPLE_TYPES)('a body of type %s is not read as JSON, even if no browser sent the request', async (type) => {
  const body = JSON.stringify(aForm());
  for (const path of ['/api/waitlist', '/api/reseller-applications']) {
    const { answer, cost } = await callCounted(path, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect([[400, 422].includes(answer.status), cost.rows_written]).toEqual([true, 0]);
  }
});

test('requests from our own page and from a program that sends no Origin header may change things', async () => {
  const ours: Record<string, string>[] = [{ 'Sec-Fetch-Site': 'same-origin' }, { Origin: 'http://vouch.test' }, {}];
  for (const [at, headers] of ours.entries()) {
    const json = aForm({ email: `ours-${at}@bu.test` });
    expect((await ask('/api/waitlist', { headers, json })).status).toBe(201);
  }
});

test('a GET never reaches a route that changes something, even for a signed-in person', async () => {
  const readable = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
  const { headers } = await signUpConfirmed('reader@vouch.test');
  const answered: string[] = [];
  for (const { path } of changes.filter((route) => !readable.has(route.path))) {
    const { answer, cost } = await callCounted(path, { headers });
    if (![401, 403, 404].includes(answer.status) || cost.rows_written > 0)
      answered.push(`GET ${path}: ${answer.status}`);
  }
  expect(answered).toEqual([]);
});

test('a request with an unknown method answers 404 and reads nothing from the database', async () => {
  const { answer, cost } = await callCounted('/api/waitlist', { method: 'PURGE' });
  expect([answer.status, cost.round_trips]).toEqual([404, 0]);
});

test('a page of another site cannot open a socket', async () => {
  const live = `/api/events/${(await anEvent()).slug}/live`;
  for (const path of [live, '/api/my/news/live?ticket=none']) {
    expect(await openSocket(path, { Origin: 'https://elsewhere.test' })).toBe(403);
    expect(await openSocket(path, { Origin: 'null' })).toBe(403);
    expect(await openSocket(path, { Origin: 'http://vouch.test.elsewhere.test' })).toBe(403);
  }
  expect(await openSocket(live, { Origin: 'http://vouch.test' })).toBe(101);
  expect(await openSocket(live, {})).toBe(101);
});
