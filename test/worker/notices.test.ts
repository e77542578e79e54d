import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { profileRow } from '../../drizzle/seed/rows.ts';
import { notifications, profiles } from '../../drizzle/tables/all-tables.ts';
import { pushNotices } from '../../worker/features/push/push-notices.ts';
import { noticesInsert } from '../../worker/http/notices.ts';
import { db } from '../support/worker/auth.ts';
import { launch } from '../support/worker/launch.ts';
import { keptQueue } from '../support/worker/push.ts';

const { sent, queue } = keptQueue();
const bindings = { ...env, NOTIFY_QUEUE: queue };

beforeEach(async () => {
  sent.length = 0;
  await launch('push', true);
  await db.delete(notifications);
});

test('news for 10,000 people of one event is written by one statement and pushed in bounded steps', async () => {
  const now = new Date();
  const people = Array.from({ length: 10_000 }, () => profileRow({ email: null }));
  const ids = people.map(({ id }) => id);
  const { id: _, ...blank } = people[0]!;
  await db.insert(profiles).values({ ...blank, id: 'template' });
  const columns = (await env.DB.prepare('pragma table_info(profiles)').all<{ name: string }>()).results.map(({ name }) => name);
  const copied = columns.map((name) => (name === 'id' ? 'value' : `"${name}"`)).join(', ');
  await env.DB.prepare(
    `insert into profiles (${columns.map((name) => `"${name}"`).join(', ')}) select ${copied} from json_each(?), profiles where profiles.id = 'template'`,
  )
    .bind(JSON.stringify(ids))
    .run();
  const notice = {
    kind: 'venues',
    title: 'A new night',
    body: 'A venue that you follow has a new night.',
    path: '/events',
    cause: 'event:1:new',
  } as const;
  const to = sql`select id as user_id from ${profiles} where id in (select value from json_each(${JSON.stringify(ids)}))`;
  const written = await noticesInsert(db, { to, notice, now });
  expect(written.meta.changes).toBeGreaterThanOrEqual(10_000);
  await noticesInsert(db, { to, notice, now });
  expect(await db.$count(notifications)).toBe(10_000);

  let [runs, most] = [0, 0];
  for (let waiting = 1; waiting > 0; waiting -= 1) {
    const before = await db.$count(notifications, eq(notifications.push_tries, 0));
    await pushNotices(bindings, now);
    const after = await db.$count(notifications, eq(notifications.push_tries, 0));
    most = Math.max(most, before - after);
    runs += 1;
    waiting += sent.splice(0).length;
  }
  expect(await db.$count(notifications, sql`push_at is not null`)).toBe(0);
  expect(most).toBe(100);
  expect(runs).toBe(201);
});
