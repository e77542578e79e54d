import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { beforeEach, expect, test } from 'vitest';
import { MOST_SHOWN } from '../../../worker/contract/nights/going.ts';
import { findGoing } from '../../../worker/features/nights/going/going.db.ts';
import { anEvent } from '../../support/worker/admin.ts';
import { countD1, countRows } from '../../support/worker/count-d1.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { dealOf, pastEvent, student } from '../../support/worker/people/circle.ts';

countRows();

beforeEach(() => launch('vouches', true));

test('finding friends among 10,000 people takes one round trip and reads at most 200 rows', async () => {
  const event = await anEvent({ start_at: new Date(Date.now() + 86_400_000) });
  const viewer = await student({ shows_going: true });
  const many = sql`with recursive n (i) as (select 0 union all select i + 1 from n where i < 9999)`;
  await db.run(sql`insert into profiles
      (id, role, display_name, is_student_verified, shows_mutuals, shows_going, created_at)
    ${many} select 'crowd-' || i, 'user', 'Student ' || i, 1, 1, 1, 0 from n`);
  await db.run(sql`insert into auth_users (id, role, app_metadata, user_metadata, is_anonymous, created_at, updated_at)
    select id, 'authenticated', '{}', '{}', 0, 0, 0 from profiles where id like 'crowd-%'`);
  await db.run(sql`insert into shared_marks (user_id, kind, mark_hash) select p.id, kind.value, kind.value || p.id
    from profiles as p join json_each('["address","phone","inbox"]') as kind`);
  // The viewer vouches for twelve people, and each of them for twelve others.
  await db.run(sql`insert into vouches (id, voucher_id, vouchee_id, way, status, created_at)
    with recursive k (j) as (select 0 union all select j + 1 from k where j < 11)
    select 'own-' || j, ${viewer.id}, 'crowd-' || j, 'link', 'live', 0 from k`);
  await db.run(sql`insert into vouches (id, voucher_id, vouchee_id, way, status, created_at)
    with recursive k (j) as (select 0 union all select j + 1 from k where j < 143)
    select 'second-' || j, 'crowd-' || (j / 12), 'crowd-' || (12 + j), 'link', 'live', 0 from k`);
  const past = await pastEvent();
  for (const id of [viewer.id, ...Array.from({ length: 20 }, (_, i) => `crowd-${200 + i}`)])
    await dealOf({ event: past, buyer: { id }, seller: { id: 'crowd-500' }, by: 'buyer' });
  const number = 'cast(substr(id, 7) as integer)';
  const worlds: { goes: string; agrees: string; shown: number }[] = [
    { goes: '1', agrees: '1', shown: MOST_SHOWN },
    { goes: `${number} >= 12`, agrees: '1', shown: MOST_SHOWN },
    { goes: `${number} % 7 = 0 or ${number} > 300`, agrees: '1', shown: MOST_SHOWN },
    { goes: `${number} >= 200`, agrees: '1', shown: MOST_SHOWN },
    { goes: `${number} > 300`, agrees: '1', shown: 0 },
    { goes: '1', agrees: `${number} % 9 = 0`, shown: MOST_SHOWN },
    { goes: '1', agrees: '0', shown: 0 },
  ];
  for (const { goes, agrees, shown } of worlds) {
    await db.run(sql`delete from goings`);
    await db.run(sql`insert into goings (event_id, user_id, intent, forget_at, created_at)
      select ${event.id}, id, 'going', 0, 0 from profiles where id like 'crowd-%' and ${sql.raw(goes)}`);
    await db.run(sql`update profiles set shows_going = ${sql.raw(agrees)} where id like 'crowd-%'`);
    const { db: counted, cost } = countD1(env.DB);
    const asked = { event_id: event.id, user_id: viewer.id, now: new Date() };
    const { friends } = await findGoing(drizzle(counted), asked);
    expect([friends.length, cost.round_trips], `${goes}, ${agrees}`).toEqual([shown, 1]);
    expect(cost.rows_read, `${goes}, ${agrees}`).toBeLessThanOrEqual(200);
  }
});
