import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { beforeEach, expect, test } from 'vitest';
import {
  events,
  problems,
  profiles,
  scans,
  visits,
  vouches,
  vouchFreezes,
} from '../../../drizzle/tables/all-tables.ts';
import { inCommon, isMutualOf } from '../../../drizzle/tables/people/mutuals.ts';
import { dealOf, pastEvent, shareMark, student, vouchFor } from '../../support/worker/people/circle.ts';
import { countD1, countRows } from '../../support/worker/count-d1.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';

countRows();

interface Person {
  id: string;
}

beforeEach(() => launch('vouches', true));

const seenBy = (viewer: Person, other: Person, now = new Date()) =>
  db.all<{ kind: string; via_id: string | null }>(
    sql`select kind, via_id from (${inCommon({ viewer: viewer.id, others: sql`select ${other.id} as id`, now })})
      order by kind, via_id`,
  );

const isMutual = async (viewer: Person, other: Person, now = new Date()) =>
  (await db.get<{ yes: number }>(sql`select ${isMutualOf(viewer.id, other.id, now)} as yes`)).yes === 1;

const people = () => Promise.all([student(), student(), student(), student(), student()]);

test('a person is a mutual of the viewer if the viewer vouches for a friend who vouches for that person', async () => {
  const [viewer, friend, other] = await people();
  await vouchFor(viewer, friend);
  await vouchFor(friend, other);
  expect(await seenBy(viewer, other)).toEqual([{ kind: 'friend', via_id: friend.id }]);
  expect(await seenBy(viewer, friend)).toEqual([{ kind: 'direct', via_id: null }]);
  expect(await isMutual(viewer, other)).toBe(true);
  expect(await seenBy(other, viewer)).toEqual([]);
  expect(await isMutual(other, viewer)).toBe(false);
});

test('two people who received tickets for the same night from one seller see that they have the night in common', async () => {
  const [one, other, seller] = await people();
  const event = await pastEvent();
  await dealOf({ event, buyer: one, seller, by: 'buyer' });
  await dealOf({ event, buyer: other, seller, by: 'scan' });
  expect(await seenBy(one, other)).toEqual([{ kind: 'event', via_id: event.id }]);
  expect(await seenBy(other, one)).toEqual([{ kind: 'event', via_id: event.id }]);
});

test('with tickets from two sellers, a night in common counts only after the door has let both people in', async () => {
  const [one, other, seller, another] = await people();
  const event = await pastEvent();
  const requests = [
    await dealOf({ event, buyer: one, seller, by: 'buyer' }),
    await dealOf({ event, buyer: other, seller: another, by: 'buyer' }),
  ];
  expect(await seenBy(one, other)).toEqual([]);
  for (const { id: request_id } of requests) {
    const place = { place: `ticket:${request_id}:1`, request_id, position: 1, way: 'qr' } as const;
    const by = { nonce: crypto.randomUUID(), event_id: event.id, at: new Date(), door: 'Front', staff_id: seller.id };
    await db.insert(scans).values({ ...place, ...by });
  }
  expect(await seenBy(one, other)).toEqual([{ kind: 'event', via_id: event.id }]);
});

test.each([
  ['one hand-over ended because time ran out', 'time'],
  ['staff ended one hand-over', 'staff'],
] as const)('a night in common does not count if %s', async (_why, by) => {
  const [one, other, seller] = await people();
  const event = await pastEvent();
  await dealOf({ event, buyer: one, seller, by: 'buyer' });
  await dealOf({ event, buyer: other, seller, by });
  expect(await seenBy(one, other)).toEqual([]);
  expect(await db.$count(visits, eq(visits.user_id, other.id))).toBe(0);
});

test('a night in common does not count before it begins or once it is cancelled', async () => {
  const [one, other, seller] = await people();
  const event = await pastEvent({ start_at: new Date(Date.now() + 3_600_000), end_at: null });
  await dealOf({ event, buyer: one, seller, by: 'buyer' });
  await dealOf({ event, buyer: other, seller, by: 'buyer' });
  expect(await seenBy(one, other)).toEqual([]);
  expect(await seenBy(one, other, new Date(Date.now() + 7_200_000))).toHaveLength(1);
  await db.update(events).set({ cancelled_at: new Date() }).where(eq(events.id, event.id));
  expect(await seenBy(one, other, new Date(Date.now() + 7_200_000))).toEqual([]);
});

test('a friend in common counts only while both people and the friend have opted in to showing mutuals', async () => {
  const [viewer, friend, other] = await people();
  await vouchFor(viewer, friend);
  await vouchFor(friend, other);
  for (const { id } of [viewer, friend, other]) {
    await db.update(profiles).set({ shows_mutuals: false }).where(eq(profiles.id, id));
    expect(await seenBy(viewer, other)).toEqual([]);
    await db.update(profiles).set({ shows_mutuals: true }).where(eq(profiles.id, id));
    expect(await seenBy(viewer, other)).toHaveLength(1);
  }
});

test.each(['card', 'inbox', 'phone'] as const)(
  'a friend in common does not count if any two of viewer, friend and other person share a %s',
  async (kind) => {
    for (const shared of [
      [0, 1],
      [1, 2],
      [0, 2],
    ]) {
      const row = await people();
      const [viewer, friend, other] = row;
      await vouchFor(viewer, friend);
      await vouchFor(friend, other);
      expect(await seenBy(viewer, other)).toHaveLength(1);
      await shareMark(
        shared.map((at) => row[at]!),
        kind,
      );
      expect(await seenBy(viewer, other)).toEqual([]);
    }
  },
);

test('a night in common does not count if a person bought the ticket from their own second account', async () => {
  const [one, other, seller] = await people();
  const event = await pastEvent();
  await dealOf({ event, buyer: one, seller, by: 'buyer' });
  await dealOf({ event, buyer: other, seller, by: 'buyer' });
  await shareMark([other, seller], 'card');
  expect(await seenBy(one, other)).toEqual([]);
  expect(await seenBy(other, one)).toEqual([]);
});

test('a vouch counts only while it is valid, its giver has a badge, and the switch `vouches` is on', async () => {
  const [viewer, friend, other] = await people();
  await vouchFor(viewer, friend);
  const { id } = await vouchFor(friend, other);
  const soon = new Date(Date.now() + 1000);
  await db.update(profiles).set({ badge_at: new Date(), badge_until: soon }).where(eq(profiles.id, friend.id));
  expect(await isMutual(viewer, other)).toBe(true);
  expect(await isMutual(viewer, other, soon)).toBe(false);
  await launch('vouches', false);
  expect(await isMutual(viewer, other)).toBe(false);
  await launch('vouches', true);
  await db.update(vouches).set({ status: 'revoked', ended_at: new Date() }).where(eq(vouches.id, id));
  expect(await isMutual(viewer, other)).toBe(false);
});

test.each([
  ['did_not_work', 'staff', true],
  ['wrong_code', 'staff', true],
  ['did_not_work', 'time', false],
  ['not_delivered', 'staff', false],
] as const)(
  'if a problem "%s" is decided against the seller by %s, vouches of the seller and a friend are frozen: %s',
  async (kind, decided_by, freezes) => {
    const [friend, buyer, seller] = await people();
    const request = await dealOf({ event: await pastEvent(), buyer, seller });
    await vouchFor(friend, seller);
    const id = crypto.randomUUID();
    await db.insert(problems).values({ id, request_id: request.id, kind, text: 'It failed.', decide_by: new Date() });
    const decided = { status: 'refunded', decided_at: new Date(), decided_by } as const;
    await db.update(problems).set(decided).where(eq(problems.id, id));
    const frozen = await db.select().from(vouchFreezes).where(eq(vouchFreezes.cause, request.id));
    expect(frozen.map(({ user_id }) => user_id).toSorted()).toEqual(freezes ? [friend.id, seller.id].toSorted() : []);
  },
);

test('among 10,000 people, finding what one has in common with 30 sellers reads fewer than 1,500 rows', async () => {
  const [viewer] = await people();
  await db.run(sql`insert into profiles (id, role, display_name, is_student_verified, shows_mutuals, created_at)
    with recursive n (i) as (select 0 union all select i + 1 from n where i < 9999)
    select 'crowd-' || i, 'user', 'A student', 1, 1, 0 from n`);
  await db.run(sql`insert into auth_users (id, role, app_metadata, user_metadata, is_anonymous, created_at, updated_at)
    select id, 'authenticated', '{}', '{}', 0, 0, 0 from profiles where id like 'crowd-%'`);
  // Each person vouches for the next 12, and the viewer for the first 12.
  await db.run(sql`insert into vouches (id, voucher_id, vouchee_id, way, status, created_at)
    with recursive k (j) as (select 1 union all select j + 1 from k where j < 12)
    select p.id || '-' || j, p.id, 'crowd-' || ((cast(substr(p.id, 7) as integer) + j) % 10000), 'link', 'live', 0
      from profiles p, k where p.id like 'crowd-%'`);
  await db.run(sql`insert into vouches (id, voucher_id, vouchee_id, way, status, created_at)
    select 'own' || id, ${viewer.id}, id, 'link', 'live', 0 from profiles
      where id in (select 'crowd-' || value from json_each('[0,1,2,3,4,5,6,7,8,9,10,11]'))`);
  const { db: counted, cost } = countD1(env.DB);
  const sellers = sql`select 'crowd-' || value as id
    from json_each(${JSON.stringify(Array.from({ length: 30 }, (_, i) => i))})`;
  const found = await drizzle(counted).all<{ other_id: string }>(
    inCommon({ viewer: viewer.id, others: sellers, now: new Date() }),
  );
  expect(new Set(found.map(({ other_id }) => other_id)).size).toBe(24);
  expect(cost.round_trips).toBe(1);
  expect(cost.rows_read).toBeLessThan(1500);
});
