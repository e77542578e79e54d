import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { pushSubscriptions } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { SERVER_KEY, subscribed } from '../../support/worker/talk/push.ts';
import { browserKeys } from '../../support/read/read-push.ts';

type Headers = Record<string, string>;

beforeEach(() => launch('push', true));

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/mine';
const keysOf = ({ p256dh, auth }: { p256dh: string; auth: string }) => ({ p256dh, auth });
const subscribe = (headers: Headers, over: object = {}) =>
  ask('/api/my/push', {
    headers,
    method: 'PUT',
    json: { endpoint: ENDPOINT, keys: keysOf(browserKeys()), server_key: SERVER_KEY, ...over },
  });
const rowsOf = (endpoint: string) =>
  db.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));

test.each([
  'https://169.254.169.254/latest/meta-data/',
  'https://10.0.0.1/',
  'https://fcm.googleapis.com.evil.test/abc',
  'https://fcm.googleapis.com:8443/abc',
  'http://fcm.googleapis.com/abc',
  'https://user:secret@web.push.apple.com/abc',
  'file:///etc/passwd',
])('a push subscription for %s is refused and not stored', async (endpoint) => {
  const { headers } = await signedInAs('user');
  const { status } = await subscribe(headers, { endpoint });
  expect(status).toBe(422);
  expect(await rowsOf(endpoint)).toEqual([]);
});

test('knowing a browser’s push address is not enough to move or remove its subscription', async () => {
  const [owner, thief] = [await signedInAs('user'), await signedInAs('user')];
  const browser = await subscribed(owner);
  const stolen = await subscribe(thief.headers, { endpoint: browser.endpoint });
  expect([stolen.status, stolen.body.error.code]).toEqual([409, 'push.other_keys']);
  const json = { endpoint: browser.endpoint };
  expect((await ask('/api/my/push', { headers: thief.headers, method: 'DELETE', json })).status).toBe(200);
  expect(await rowsOf(browser.endpoint)).toMatchObject([{ user_id: owner.user.id, p256dh: browser.keys.p256dh }]);
  expect((await ask('/api/my/push', { headers: owner.headers, method: 'DELETE', json })).status).toBe(200);
  expect(await rowsOf(browser.endpoint)).toEqual([]);
});

test('a subscription with the key of another server or with malformed keys is refused', async () => {
  const { headers } = await signedInAs('user');
  const refusals = [
    await subscribe(headers, { server_key: browserKeys().p256dh }),
    await subscribe(headers, { keys: { p256dh: 'short', auth: browserKeys().auth } }),
    await subscribe(headers, { keys: { p256dh: browserKeys().p256dh, auth: 'A'.repeat(23) } }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(await rowsOf(ENDPOINT)).toEqual([]);
});

test('a person’s eleventh push subscription replaces the one whose browser was seen longest ago', async () => {
  const person = await signedInAs('user');
  const browsers = [];
  for (let day = 1; day <= 10; day += 1)
    browsers.push(await subscribed(person, { seen_at: new Date(Date.UTC(2026, 0, day)) }));
  expect((await subscribe(person.headers, { endpoint: `${ENDPOINT}-eleven` })).status).toBe(200);
  const kept = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, person.user.id));
  expect(kept).toHaveLength(10);
  expect(kept.map(({ endpoint }) => endpoint)).not.toContain(browsers[0]!.endpoint);
});

test('subscribing to push messages needs a session and the launch switch `push`', async () => {
  expect((await subscribe({})).status).toBe(401);
  const { headers } = await signedInAs('user');
  await launch('push', false);
  expect((await subscribe(headers)).body.error.code).toBe('launch.off');
  expect((await ask('/api/my/push', { headers })).body.error.code).toBe('launch.off');
});

test('a browser’s push subscription moves to the person who signs in there, and ends with the session', async () => {
  const [first, second] = [await signedInAs('user'), await signedInAs('user')];
  const [keys, endpoint] = [keysOf(browserKeys()), 'https://fcm.googleapis.com/fcm/send/one'];
  const put = ({ headers }: typeof first) => subscribe(headers, { endpoint, keys });
  expect((await ask('/api/my/push', { headers: first.headers })).body).toEqual({ server_key: SERVER_KEY });
  expect((await put(first)).status).toBe(200);
  expect((await put(first)).status).toBe(200);
  expect(await rowsOf(endpoint)).toMatchObject([{ user_id: first.user.id }]);
  expect((await put(second)).status).toBe(200);
  expect(await rowsOf(endpoint)).toMatchObject([{ user_id: second.user.id }]);
  await env.DB.prepare('delete from auth_sessions where id = ?').bind(second.session.id).run();
  expect(await rowsOf(endpoint)).toEqual([]);
});
