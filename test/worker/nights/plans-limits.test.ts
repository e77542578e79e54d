import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { venueRow } from '../../../drizzle/seed/rows.ts';
import { events, savedEvents, ticketRequests, venueFollows, venues } from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);
type Headers = Record<string, string>;

const save = (headers: Headers, id: string, method = 'PUT') => ask(`/api/my/saved-events/${id}`, { headers, method });
const follow = (headers: Headers, id: string, method = 'PUT') =>
  ask(`/api/my/followed-venues/${id}`, { headers, method });
const savedBy = (user_id: string) => db.select().from(savedEvents).where(eq(savedEvents.user_id, user_id));
const followedBy = (user_id: string) => db.select().from(venueFollows).where(eq(venueFollows.user_id, user_id));

beforeEach(async () => {
  await db.batch([db.delete(ticketRequests), db.delete(events), db.delete(venues)]);
});

test('a hidden, scheduled or unknown event cannot be saved, and an unknown venue cannot be followed', async () => {
  const { headers, user } = await signedInAs('user');
  const hidden = await anEvent({ is_published: false });
  const scheduled = await anEvent({ publish_at: inHours(1) });
  for (const id of [hidden.id, scheduled.id, 'nobody-knows', "x' or 1=1"])
    expect([id, (await save(headers, encodeURIComponent(id))).body.error.code]).toEqual([id, 'event.not_found']);
  expect((await follow(headers, 'nowhere')).body.error.code).toBe('venue.not_found');
  expect([await savedBy(user.id), await followedBy(user.id)]).toEqual([[], []]);
});

test('a person can save 500 events and follow 500 venues, and repeating one of them is not an error', async () => {
  const { headers, user } = await signedInAs('user');
  const event = await anEvent();
  const venue = venueRow();
  await db.insert(venues).values(venue);
  const full = (table: string, column: string, of: string) =>
    db.$client
      .prepare(
        `insert into ${table} (user_id, ${column}, created_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) select ?, ? || i, 0 from n`,
      )
      .bind(user.id, of);
  await db.$client.batch([
    db.$client.prepare(
      `insert into venues (id, name, slug, name_key, city_key, city, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
         select 'v' || i, 'v', 'v' || i, 'v' || i, 'c', 'c', 0, 0 from n`,
    ),
    db.$client.prepare(
      `insert into events (id, title, slug, name_key, venue_id, start_at, source, external_id, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
         select 'e' || i, 'e', 'e' || i, 'e', 'v1', i, 'test', 'e' || i, 0, 0 from n`,
    ),
    full('saved_events', 'event_id', 'e'),
    full('venue_follows', 'venue_id', 'v'),
  ]);
  const [saved, followed] = [await save(headers, event.id), await follow(headers, venue.id)];
  expect([saved.status, saved.body.error.code, followed.body.error.code]).toEqual([
    409,
    'marks.too_many',
    'marks.too_many',
  ]);
  expect([(await save(headers, 'e7')).status, (await follow(headers, 'v7')).status]).toEqual([200, 200]);
  expect([(await savedBy(user.id)).length, (await followedBy(user.id)).length]).toEqual([500, 500]);
  await save(headers, 'e7', 'DELETE');
  expect((await save(headers, event.id)).status).toBe(200);
});
