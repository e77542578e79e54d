import { decodeBase64urlIgnorePadding } from '@oslojs/encoding';
import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noticeOptOuts, noticeSettings, notifications, pushSubscriptions } from '../../../drizzle/tables/all-tables.ts';
import { pushNotices } from '../../../worker/features/talk/push/push-notices.ts';
import { noticesInsert } from '../../../worker/http/outbox/notices.ts';
import type { NotifyJob } from '../../../worker/http/outbox/outbox.ts';
import { takeJobs } from '../../../worker/tell-people.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { keptQueue, noticed, OLD_SERVER_KEY, pushService, SERVER_KEY, shownBy, subscribed } from '../../support/worker/talk/push.ts';
import { browserKeys } from '../../support/read-push.ts';

let service: ReturnType<typeof pushService>;
const { sent, queue } = keptQueue();
const bindings = { ...env, NOTIFY_QUEUE: queue };

beforeEach(async () => {
  sent.length = 0;
  service = pushService();
  await launch('push', true);
  await db.batch([db.delete(notifications), db.delete(pushSubscriptions)]);
});
afterEach(() => service.end());

const answers = (answer: (endpoint: string) => Response) => {
  service.end();
  service = pushService(answer);
};
const noticeOf = async (id: string) => (await db.select().from(notifications).where(eq(notifications.id, id)))[0]!;
const endpoints = async (user_id: string) =>
  (await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, user_id))).map(({ endpoint }) => endpoint);

/** Gives one queue message to the Worker, as the queue does. */
async function queued(body: NotifyJob, { queue: name = 'vouch-notify', attempts = 1 } = {}) {
  const message = {
    id: 'one',
    timestamp: new Date(),
    attempts,
    body,
    ack: vi.fn<() => void>(),
    retry: vi.fn<(o?: QueueRetryOptions) => void>(),
  };
  const metadata = { metrics: { backlogCount: 1, backlogBytes: 1 } };
  await takeJobs({ queue: name, messages: [message], ackAll: () => undefined, retryAll: () => undefined, metadata }, bindings);
  return message;
}

test('a notification that is encrypted in the Worker is read by an independent decoder in each browser of its person', async () => {
  const person = await signedInAs('user');
  const browsers = [await subscribed(person), await subscribed(person)];
  const notice = await noticed(person.user.id, { title: 'Request accepted', body: 'Pay by 9:40 PM.', cause: 'request:7:accepted' });
  await pushNotices(bindings, new Date());
  expect(service.received.map(({ endpoint }) => endpoint).toSorted()).toEqual(browsers.map(({ endpoint }) => endpoint).toSorted());
  for (const message of service.received) {
    const { keys } = browsers.find(({ endpoint }) => endpoint === message.endpoint)!;
    expect(message.body).toHaveLength(4096);
    expect(shownBy(message, keys)).toEqual({
      web_push: 8030,
      notification: {
        title: 'Request accepted',
        body: 'Pay by 9:40 PM.',
        navigate: `${env.SITE_URL}/my-tickets?news=${notice.id}`,
        tag: message.headers.get('topic'),
      },
    });
    expect(message.headers.get('content-encoding')).toBe('aes128gcm');
    expect(message.headers.get('topic')).toMatch(/^[\w-]{32}$/);
  }
  expect(await noticeOf(notice.id)).toMatchObject({ push_at: null, pushed_at: expect.any(Date), push_tries: 1 });
  await pushNotices(bindings, new Date());
  expect(service.received).toHaveLength(2);
});

test('each message is signed with the key that its browser subscribed with, for its push service and in our name', async () => {
  const person = await signedInAs('user');
  await subscribed(person);
  await subscribed(person, { server_key: OLD_SERVER_KEY });
  await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  const keys = await Promise.all(
    service.received.map(async ({ headers }) => {
      const [, head = '', claims = '', signature = '', key = ''] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(
        headers.get('authorization')!,
      )!;
      const signer = await crypto.subtle.importKey(
        'raw',
        decodeBase64urlIgnorePadding(key),
        { name: 'ECDSA', namedCurve: 'P-256' },
        false,
        ['verify'],
      );
      const signed = new TextEncoder().encode(`${head}.${claims}`);
      expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, signer, decodeBase64urlIgnorePadding(signature), signed)).toBe(
        true,
      );
      const { aud, sub } = JSON.parse(new TextDecoder().decode(decodeBase64urlIgnorePadding(claims))) as { aud: string; sub: string };
      expect([aud, sub]).toEqual(['https://127.0.0.1:9', `mailto:${env.SUPPORT_EMAIL}`]);
      return key;
    }),
  );
  expect(keys.toSorted()).toEqual([SERVER_KEY, OLD_SERVER_KEY].toSorted());
});

test('an urgent notification says so, and is kept no longer than its deadline', async () => {
  const person = await signedInAs('user');
  await subscribed(person);
  const now = new Date();
  await noticed(person.user.id, { is_urgent: true, expires_at: new Date(now.getTime() + 600_000), push_at: now });
  await pushNotices(bindings, now);
  const [message] = service.received;
  expect([message!.headers.get('urgency'), message!.headers.get('ttl')]).toEqual(['high', '600']);
});

test.each([404, 410])('a browser whose push service answers %d is forgotten, and the others still get the message', async (status) => {
  const person = await signedInAs('user');
  const [gone, there] = [await subscribed(person), await subscribed(person)];
  answers((endpoint) => new Response(null, { status: endpoint === gone.endpoint ? status : 201 }));
  await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  expect(service.received).toHaveLength(2);
  expect(await endpoints(person.user.id)).toEqual([there.endpoint]);
  expect(sent).toEqual([]);
});

test('a browser whose keys are not valid, or that uses a key which we dropped, is forgotten', async () => {
  const person = await signedInAs('user');
  await subscribed(person, { p256dh: 'A'.repeat(87) });
  await subscribed(person, { server_key: browserKeys().p256dh });
  await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  expect(service.received).toEqual([]);
  expect(await endpoints(person.user.id)).toEqual([]);
});

test('a message that a push service does not take is tried again alone, after the time that it asks for', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const person = await signedInAs('user');
  const [busy, fine] = [await subscribed(person), await subscribed(person)];
  answers((endpoint) =>
    endpoint === busy.endpoint
      ? new Response(null, { status: 429, headers: { 'Retry-After': '90' } })
      : new Response(null, { status: 201 }),
  );
  const { id } = await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  const job = { push: { notification_id: id, subscription_id: busy.id } };
  expect(sent).toEqual([{ body: job, delaySeconds: 90 }]);
  expect(await noticeOf(id)).toMatchObject({ push_at: null });

  answers(() => new Response(null, { status: 503 }));
  expect((await queued(job, { attempts: 3 })).retry).toHaveBeenCalledWith({ delaySeconds: 120 });
  answers(() => new Response(null, { status: 201 }));
  const taken = await queued(job);
  expect([taken.ack.mock.calls.length, taken.retry.mock.calls.length]).toEqual([1, 0]);
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual([busy.endpoint]);
  expect((await endpoints(person.user.id)).toSorted()).toEqual([busy.endpoint, fine.endpoint].toSorted());
  warned.mockRestore();
});

test('a message is not tried again once its news was seen, its browser is gone, or the queue has given up', async () => {
  const person = await signedInAs('user');
  const { id: subscription_id } = await subscribed(person);
  const seen = await noticed(person.user.id, { seen_at: new Date(), push_at: null });
  const unseen = await noticed(person.user.id, { push_at: null });
  const jobs = [
    await queued({ push: { notification_id: seen.id, subscription_id } }),
    await queued({ push: { notification_id: unseen.id, subscription_id: 'gone' } }),
    await queued({ push: { notification_id: unseen.id, subscription_id } }, { queue: 'vouch-notify-dead' }),
  ];
  expect(jobs.map(({ ack }) => ack.mock.calls.length)).toEqual([1, 1, 1]);
  expect(service.received).toEqual([]);
});

test('a push service that refuses a message for good, or answers with a redirect, is not asked again', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const person = await signedInAs('user');
  await subscribed(person);
  answers(() => new Response(null, { status: 307, headers: { Location: 'http://127.0.0.1:8/inside' } }));
  const { id } = await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  expect(service.received).toHaveLength(1);
  expect(sent).toEqual([]);
  expect(await noticeOf(id)).toMatchObject({ push_at: null });
  warned.mockRestore();
});

test('push messages follow the settings of their reader: kinds, quiet hours and deadlines', async () => {
  const now = new Date('2030-06-15T07:00:00Z');
  const end = new Date('2030-06-15T13:00:00Z');
  const person = await signedInAs('user', { session: { not_after: new Date('2031-01-01') } });
  await subscribed(person);
  await db.batch([
    db.insert(noticeOptOuts).values({ user_id: person.user.id, kind: 'mentions', channel: 'push' }),
    db.insert(noticeSettings).values({ user_id: person.user.id, quiet_from: 120, quiet_until: 540 }),
  ]);
  const at = { push_at: now, created_at: now };
  const [unwanted, waits, urgent] = [
    await noticed(person.user.id, { ...at, kind: 'mentions' }),
    await noticed(person.user.id, at),
    await noticed(person.user.id, { ...at, is_urgent: true, title: 'Answer by 3:10 AM' }),
  ];
  await pushNotices(bindings, now);
  expect(service.received).toHaveLength(1);
  expect(await noticeOf(unwanted.id)).toMatchObject({ push_at: null, pushed_at: null });
  expect(await noticeOf(waits.id)).toMatchObject({ push_at: end, push_tries: 0 });
  expect(await noticeOf(urgent.id)).toMatchObject({ push_at: null, pushed_at: now });
  await pushNotices(bindings, end);
  expect(service.received).toHaveLength(2);
});

test('nothing is written or pushed while the switch is off', async () => {
  const person = await signedInAs('user');
  await subscribed(person);
  await noticed(person.user.id);
  await launch('push', false);
  const notice = { kind: 'requests', title: 'News', body: 'News.', path: '/my-tickets', cause: 'off:1' } as const;
  await noticesInsert(db, { to: sql`select ${person.user.id} as user_id`, notice, now: new Date() });
  await pushNotices(bindings, new Date());
  expect(await db.$count(notifications)).toBe(1);
  expect(service.received).toEqual([]);
});
