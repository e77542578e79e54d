import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { runEachMinute } from '../../../worker/each-minute.ts';
import type { NotifyJob } from '../../../worker/http/outbox/outbox.ts';
import { takeJobs } from '../../../worker/tell-people.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { AUTH_URL, call, send, withVars } from '../../support/worker/people/auth-client.ts';
import { d1Error, faultyD1 } from '../../support/worker/faulty-d1.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { open } from '../../support/worker/open-page.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const FAILING = faultyD1(env.DB, () => Promise.reject(d1Error('D1 DB is overloaded.')));
const DOWN = withVars({ DB: FAILING });

let warnings: MockInstance<typeof console.warn>;

beforeEach(() => {
  warnings = vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => void vi.restoreAllMocks());

const idsIn = (lines: string[]) => lines.map((line) => (JSON.parse(line) as { request_id?: string }).request_id);
const warned = () => warnings.mock.calls.map(([line]) => String(line));

test.each([
  ['an API read', 'http://vouch.test/api/events/a-night', {}],
  ['an API write', 'http://vouch.test/api/waitlist/stay?token=a.b', { method: 'POST' }],
  ['an unknown address of the API', 'http://vouch.test/api/nothing', {}],
  ['an endpoint for programs', 'http://vouch.test/functions/v1/ingest-events', { method: 'POST', body: '[]' }],
  ['the auth service', `${AUTH_URL}/user`, { headers: { Authorization: 'Bearer no-token' } }],
  [
    'a page of the auth service',
    `${AUTH_URL}/nothing`,
    { headers: { 'Sec-Fetch-Mode': 'navigate', Accept: 'text/html' } },
  ],
  ['the file of an event', 'http://vouch.test/events/none.ics', {}],
  ['a picture', 'http://vouch.test/images/none.webp', {}],
  ['a calendar', 'http://vouch.test/calendar/none.ics', {}],
])('a refused call has a request id in its answer: %s', async (_what, url, init: RequestInit) => {
  const answer = await call(url, init);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const id = answer.headers.get('X-Request-Id');
  expect(id).toMatch(ID);
  const named = /"request_id":"([^"]+)"/.exec(await answer.text())?.[1] ?? id;
  expect(named).toBe(id);
});

test('a failed API call shows its request id in the body, in the header and in the log', async () => {
  const answer = await call('http://vouch.test/api/events/a-night', {}, DOWN);
  const { error } = await answer.json<{ error: { request_id: string } }>();
  expect([answer.status, error.request_id]).toEqual([503, answer.headers.get('X-Request-Id')]);
  expect(idsIn(meantErrors())).toEqual([error.request_id]);
});

test('a failure of the auth service shows the request id in both error formats and on the error page', async () => {
  const url = `${AUTH_URL}/verify?token=t&type=signup`;
  const body = JSON.stringify({ type: 'signup', token_hash: 'pkce_none' });
  const asked = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
  for (const headers of [asked.headers, { ...asked.headers, 'X-Supabase-Api-Version': '2024-01-01' }]) {
    const answer = await call(`${AUTH_URL}/verify`, { ...asked, headers }, DOWN);
    const { error_id } = await answer.json<{ error_id: string }>();
    expect([answer.status, error_id]).toEqual([503, answer.headers.get('X-Request-Id')]);
    expect(idsIn(meantErrors())).toEqual([error_id]);
  }
  const page = await call(url, { ...asked, headers: { ...asked.headers, 'Sec-Fetch-Mode': 'navigate' } }, DOWN);
  expect(await page.text()).toContain(`Request id: ${page.headers.get('X-Request-Id')}`);
  expect(idsIn(meantErrors())).toEqual([page.headers.get('X-Request-Id')]);
});

test('a page and the calls that read its data have the same request id', async () => {
  const { answer } = await open('/events/a-night-that-fails', {}, FAILING);
  const ids = idsIn(meantErrors());
  expect(answer.status).toBe(500);
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids)).toEqual(new Set([answer.headers.get('X-Request-Id')]));
});

test('a message that cannot be sent is logged with the id of the request that caused it', async () => {
  const jobs: unknown[] = [];
  const NOTIFY_QUEUE = { send: async (job: unknown) => void jobs.push(job) } as unknown as Env['NOTIFY_QUEUE'];
  const bindings = withVars({ NOTIFY_QUEUE });
  const answer = await send('POST', '/otp', { email: 'reader@vouch.test', create_user: true }, { bindings });
  expect(answer.status).toBe(200);
  const MAIL = { send: () => Promise.reject(new Error('MAIL is down')) } as unknown as SendEmail;
  const message = { id: 'one', body: jobs[0], attempts: 1, timestamp: new Date(), ack: () => {}, retry: () => {} };
  const batch = { queue: 'vouch-notify', messages: [message] } as unknown as MessageBatch<NotifyJob>;
  await takeJobs(batch, withVars({ MAIL }));
  expect(warned()).toEqual([expect.stringContaining('MAIL is down')]);
  expect(idsIn(warned())).toEqual([answer.headers.get('X-Request-Id')]);
});

test('each run of the cron job logs all its lines with one id of its own', async () => {
  const runs = [];
  for (const bindings of [DOWN, DOWN]) {
    warnings.mockClear();
    await expect(runEachMinute(bindings, new Date())).rejects.toThrow('Failed query');
    const ids = new Set(idsIn([...warned(), ...meantErrors()]));
    expect([...ids]).toEqual([expect.stringMatching(ID)]);
    runs.push(...ids);
  }
  expect(new Set(runs).size).toBe(2);
});

test('a failure that has its own text for the user is also logged with the request id', async () => {
  await launch('push', true);
  const { headers } = await signedInAs('user');
  const answer = await call('http://vouch.test/api/my/push', { headers }, withVars({ VAPID_KEYS: '' }));
  expect(answer.status).toBe(503);
  expect(warned()).toEqual([expect.stringContaining('push.not_set_up')]);
  expect(idsIn(warned())).toEqual([answer.headers.get('X-Request-Id')]);
});
