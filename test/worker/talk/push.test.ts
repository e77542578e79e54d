import { base64urlnopad } from '@scure/base';
import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noticeOptOuts, noticeSettings, notifications, pushSubscriptions } from '../../../drizzle/tables/all-tables.ts';
import { pushNotices } from '../../../worker/features/talk/push/push-notices.ts';
import { noticesInsert } from '../../../worker/http/outbox/notices.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import {
  keptQueue,
  noticed,
  OLD_SERVER_KEY,
  pushService,
  SERVER_KEY,
  shownBy,
  subscribed,
} from '../../support/worker/talk/push.ts';
import { browserKeys } from '../../support/read/read-push.ts';

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
const endpoints = async (user_id: string) => {
  const rows = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.user_id, user_id));
  return rows.map(({ endpoint }) => endpoint);
};

test('each browser of a person gets a notification that it can decrypt', async () => {
  const person = await signedInAs('user');
  const browsers = [await subscribed(person), await subscribed(person)];
  const shown = { title: 'Request accepted', body: 'Pay by 9:40 PM.' };
  const notice = await noticed(person.user.id, { ...shown, cause: 'request:7:accepted' });
  await pushNotices(bindings, new Date());
  expect(service.received.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    browsers.map(({ endpoint }) => endpoint).toSorted(),
  );
  for (const message of service.received) {
    const { keys } = browsers.find(({ endpoint }) => endpoint === message.endpoint)!;
    expect(message.body).toHaveLength(4096);
    expect(shownBy(message, keys)).toEqual({
      web_push: 8030,
      notification: {
        ...shown,
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

test('each push message is signed with the server key that its browser subscribed with', async () => {
  const person = await signedInAs('user');
  await subscribed(person);
  await subscribed(person, { server_key: OLD_SERVER_KEY });
  await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  const keys: string[] = [];
  for (const { headers } of service.received) {
    const [, head = '', claims = '', signature = '', key = ''] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.get('authorization')!)!;
    const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const signer = await crypto.subtle.importKey('raw', base64urlnopad.decode(key), curve, false, ['verify']);
    const signed = new TextEncoder().encode(`${head}.${claims}`);
    expect(await crypto.subtle.verify(curve, signer, base64urlnopad.decode(signature), signed)).toBe(true);
    expect(JSON.parse(new TextDecoder().decode(base64urlnopad.decode(claims)))).toMatchObject({
      aud: 'https://127.0.0.1:9',
      sub: `mailto:${env.SUPPORT_EMAIL}`,
    });
    keys.push(key);
  }
  expect(keys.toSorted()).toEqual([SERVER_KEY, OLD_SERVER_KEY].toSorted());
});

test('an urgent push message is marked as urgent and expires at its deadline', async () => {
  const person = await signedInAs('user');
  await subscribed(person);
  const now = new Date();
  await noticed(person.user.id, { is_urgent: true, expires_at: new Date(now.getTime() + 600_000), push_at: now });
  await pushNotices(bindings, now);
  const [message] = service.received;
  expect([message!.headers.get('urgency'), message!.headers.get('ttl')]).toEqual(['high', '600']);
});

test.each([404, 410])(
  'a push subscription is deleted if its push service answers %d to a push message',
  async (status) => {
    const person = await signedInAs('user');
    const [gone, there] = [await subscribed(person), await subscribed(person)];
    answers((endpoint) => new Response(null, { status: endpoint === gone.endpoint ? status : 201 }));
    await noticed(person.user.id);
    await pushNotices(bindings, new Date());
    expect(service.received).toHaveLength(2);
    expect(await endpoints(person.user.id)).toEqual([there.endpoint]);
    expect(sent).toEqual([]);
  },
);

test('a push subscription is deleted if its keys are invalid or its server key is no longer used', async () => {
  const person = await signedInAs('user');
  await subscribed(person, { p256dh: 'A'.repeat(87) });
  await subscribed(person, { server_key: browserKeys().p256dh });
  await noticed(person.user.id);
  await pushNotices(bindings, new Date());
  expect(service.received).toEqual([]);
  expect(await endpoints(person.user.id)).toEqual([]);
});

test('a push message respects its reader’s opt-outs and, unless it is urgent, their quiet hours', async () => {
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

test('no notification is written or pushed while the launch switch `push` is off', async () => {
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
