import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { profileRow } from '../../../drizzle/seed/rows.ts';
import { noticeOptOuts, notifications, profiles } from '../../../drizzle/tables/all-tables.ts';
import { forgetNotices } from '../../../worker/features/talk/push/forget-notices.cron.ts';
import { pushNotices } from '../../../worker/features/talk/push/push-notices.ts';
import { noticesInsert } from '../../../worker/http/outbox/notices.ts';
import { ask } from '../../support/worker/admin.ts';
import { db, signedInAs } from '../../support/worker/people/auth.ts';
import { launch } from '../../support/worker/launch.ts';
import { keptQueue, noticed } from '../../support/worker/talk/push.ts';

const { sent, queue } = keptQueue();
const bindings = { ...env, NOTIFY_QUEUE: queue };

beforeEach(async () => {
  sent.length = 0;
  await launch('push', true);
  await db.delete(notifications);
});

const untried = () => db.$count(notifications, eq(notifications.push_tries, 0));

test('notifications to 10,000 people are written by one statement and pushed at most 100 at a time', async () => {
  const now = new Date();
  const people = Array.from({ length: 10_000 }, () => profileRow({ email: null }));
  const ids = people.map(({ id }) => id);
  const { id: _, ...blank } = people[0]!;
  await db.insert(profiles).values({ ...blank, id: 'template' });
  const { results } = await env.DB.prepare('pragma table_info(profiles)').all<{ name: string }>();
  const columns = results.map(({ name }) => `"${name}"`);
  const copied = columns.map((name) => (name === '"id"' ? 'value' : name)).join(', ');
  const copy = `insert into profiles (${columns.join(', ')}) select ${copied}
    from json_each(?), profiles where profiles.id = 'template'`;
  await env.DB.prepare(copy).bind(JSON.stringify(ids)).run();
  const about = { title: 'A new night', body: 'A venue that you follow has a new night.' };
  const notice = { kind: 'venues', ...about, path: '/events', cause: 'event:1:new' } as const;
  const to = sql`select id as user_id from ${profiles}
    where id in (select value from json_each(${JSON.stringify(ids)}))`;
  const written = await noticesInsert(db, { to, notice, now });
  expect(written.meta.changes).toBeGreaterThanOrEqual(10_000);
  await noticesInsert(db, { to, notice, now });
  expect(await db.$count(notifications)).toBe(10_000);

  let [runs, most] = [0, 0];
  for (let waiting = 1; waiting > 0; waiting -= 1) {
    const before = await untried();
    await pushNotices(bindings, now);
    most = Math.max(most, before - (await untried()));
    runs += 1;
    waiting += sent.splice(0).length;
  }
  expect(await db.$count(notifications, sql`push_at is not null`)).toBe(0);
  expect(most).toBe(100);
  expect(runs).toBe(201);
});

type Headers = Record<string, string>;
interface Listed {
  notifications: { id: string; title: string; seen_at: string | null }[];
  unread: number;
  next_cursor: string | null;
}
async function list(headers: Headers, cursor?: string) {
  const { body, cost } = await ask(`/api/my/notifications${cursor ? `?cursor=${cursor}` : ''}`, { headers });
  return { ...(body as unknown as Listed), cost };
}
const see = (headers: Headers, json: object) => ask('/api/my/notifications/seen', { headers, json });
const titles = ({ notifications: listed }: Listed) => listed.map(({ title }) => title);

test('the list shows a person’s notifications in pages of 30, newest first, with the number of unread ones', async () => {
  const [{ user, headers }, other] = [await signedInAs('user'), await signedInAs('user')];
  const start = Date.UTC(2026, 10, 1);
  for (let n = 1; n <= 35; n += 1) {
    const [created_at, seen_at] = [new Date(start + Math.floor(n / 2) * 1000), n > 5 ? null : new Date()];
    await noticed(user.id, { title: `News ${n}`, created_at, seen_at });
  }
  await noticed(other.user.id, { title: 'Of another person' });
  const first = await list(headers);
  expect([first.notifications.length, first.unread]).toEqual([30, 30]);
  expect(first.cost.round_trips).toBe(2);
  const second = await list(headers, first.next_cursor!);
  expect([second.notifications.length, second.next_cursor]).toEqual([5, null]);
  expect(new Set([...titles(first), ...titles(second)]).size).toBe(35);
  expect(titles(second)).not.toContain('News 35');
});

const at = (second: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, second));

test('a person can mark only their own notifications as read, one by one or all up to an instant', async () => {
  const [{ user, headers }, other] = [await signedInAs('user'), await signedInAs('user')];
  const [one] = [await noticed(user.id, { created_at: at(1) }), await noticed(user.id, { created_at: at(2) })];
  const late = await noticed(user.id, { created_at: at(9) });
  const foreign = await noticed(other.user.id, { created_at: at(1) });
  expect((await see(headers, { ids: [one.id, foreign.id] })).body).toEqual({ unread: 2 });
  expect((await see(headers, { ids: [one.id] })).body).toEqual({ unread: 2 });
  expect((await see(headers, { all_until: at(5).toISOString() })).body).toEqual({ unread: 1 });
  const isUnseen = sql`seen_at is null`;
  const unseen = await db.select().from(notifications).where(isUnseen);
  expect(unseen.map(({ id }) => id).toSorted()).toEqual([late.id, foreign.id].toSorted());
  expect((await see(headers, {})).status).toBe(422);
});

const callsOf = (who: Headers) =>
  Promise.all([
    ask('/api/my/notifications', { headers: who }),
    see(who, { ids: [] }),
    ask('/api/my/notification-settings', { headers: who }),
    ask('/api/my/notification-settings', { headers: who, method: 'PUT', json: { quiet: null, off: [] } }),
    ask('/api/my/news/ticket', { headers: who, method: 'POST' }),
  ]);

test('notifications and their settings need a session and the switch `push`', async () => {
  const { headers } = await signedInAs('user');
  expect((await callsOf({})).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  await launch('push', false);
  expect((await callsOf(headers)).map(({ body }) => body.error.code)).toEqual(Array(5).fill('launch.off'));
});

test('one call stores a person’s quiet hours and the kinds of notification that are off for each channel', async () => {
  const { user, headers } = await signedInAs('user');
  const settings = (json?: object) =>
    ask('/api/my/notification-settings', { headers, ...(json && { method: 'PUT', json }) });
  expect((await settings()).body).toEqual({ quiet: null, off: [] });
  const wanted = {
    quiet: { from: 120, until: 540 },
    off: [
      { kind: 'venues', channel: 'email' },
      { kind: 'mentions', channel: 'push' },
    ],
  };
  expect((await settings(wanted)).status).toBe(200);
  const { off, quiet } = (await settings()).body as unknown as typeof wanted;
  expect(quiet).toEqual(wanted.quiet);
  expect(off).toHaveLength(2);
  expect((await settings({ quiet: null, off: [{ kind: 'venues', channel: 'email' }] })).status).toBe(200);
  expect((await settings()).body).toEqual({ quiet: null, off: [{ kind: 'venues', channel: 'email' }] });
  expect(await db.$count(noticeOptOuts, eq(noticeOptOuts.user_id, user.id))).toBe(1);
  const refused = [
    await settings({ quiet: { from: 60, until: 60 }, off: [] }),
    await settings({ quiet: { from: 0, until: 1440 }, off: [] }),
    await settings({ quiet: null, off: [{ kind: 'money', channel: 'push' }] }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422]);
});

test('notifications are deleted after 90 days', async () => {
  const { user } = await signedInAs('user');
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await noticed(user.id, { created_at: daysAgo(91) });
  const kept = await noticed(user.id, { created_at: daysAgo(89) });
  await forgetNotices(env, now);
  expect((await db.select().from(notifications)).map(({ id }) => id)).toEqual([kept.id]);
});
