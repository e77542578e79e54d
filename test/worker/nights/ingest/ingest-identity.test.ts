import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, feedEvents, type NewEvent, venues } from '../../../../drizzle/tables/all-tables.ts';
import { IngestEvent } from '../../../../worker/contract/nights/ingest.ts';
import { findKnown } from '../../../../worker/features/nights/ingest/find-known.db.ts';
import { writePlan } from '../../../../worker/features/nights/ingest/ingest.db.ts';
import { planIngest } from '../../../../worker/features/nights/ingest/ingest.rules.ts';
import { storeEvents } from '../../../../worker/features/nights/ingest/store-events.ts';
import { db } from '../../../support/worker/db.ts';
import { sendFeed, feedEvent } from '../../../support/worker/nights/feed.ts';
import { changeEvent, eventOf } from '../../../support/worker/nights/event-row.ts';

const FEED = { source: null, reserved: [], organizer_id: null };

/** An event of a feed that gives no ids. */
const nameless = (over: Record<string, unknown> = {}) => feedEvent({ external_id: null, ...over });
const sharedEvents = () => db.select().from(events).where(eq(events.external_id, 'shared')).orderBy(events.source);
const edit = (id: string, by: Partial<NewEvent>) =>
  changeEvent(id, { ...by, edited_fields: Object.keys(by).filter((field) => field !== 'name_key') });

test.each([
  ['title', { title: 'By Hand 1', name_key: 'by hand 1' }],
  ['start', { start_at: new Date('2030-07-01T02:00:00Z') }],
  ['venue', { venue_id: 'edited-venue' }],
])('an event without an external id is still recognized after a person has edited its %s', async (_, by) => {
  await db
    .insert(venues)
    .values(venueRow({ id: 'edited-venue' }))
    .onConflictDoNothing();
  const event = nameless();
  const { body } = await sendFeed({ body: event });
  await edit(body.id!, by);
  const again = await sendFeed({ body: { ...event, description: 'Told again' } });
  expect(again.body).toEqual({ ...body, action: 'updated' });
  expect(await eventOf(body.id!)).toMatchObject({ ...by, description: 'Told again' });
});

test('a feed updates the event it created, even if another event has the name, venue and start that the feed sends', async () => {
  const event = nameless();
  const { body } = await sendFeed({ body: event });
  const meant = await eventOf(body.id!);
  await edit(body.id!, { title: 'By Hand 2', name_key: 'by hand 2' });
  const { name_key, title, venue_id, start_at } = meant;
  const other = eventRow({
    venue_id,
    title,
    name_key,
    start_at,
    source: 'admin',
    external_id: null,
    description: 'Another',
  });
  await db.insert(events).values(other);
  const again = await sendFeed({ body: { ...event, description: 'Told again' } });
  expect(again.body).toMatchObject({ action: 'updated', id: body.id });
  expect(await eventOf(other.id)).toEqual(other);
});

test('the same external id from two sources in one delivery makes two events', async () => {
  const [one, two] = [
    feedEvent({ source: 'source-one', external_id: 'shared' }),
    feedEvent({ source: 'source-two', external_id: 'shared' }),
  ];
  const { body } = await sendFeed({ body: [one, two] });
  expect(body.results!.map((result) => 'action' in result && result.action)).toEqual(['created', 'created']);
  expect((await sharedEvents()).map(({ source, title }) => [source, title])).toEqual([
    ['source-one', one.event_name],
    ['source-two', two.event_name],
  ]);
  await sendFeed({ body: [{ ...two, description: 'Of the second source' }] });
  expect((await sharedEvents()).map(({ description }) => description)).toEqual([null, 'Of the second source']);
});

test('a changed venue or name in a feed without external ids makes a new event', async () => {
  const event = nameless();
  const { body } = await sendFeed({ body: event });
  await edit(body.id!, { title: 'By Hand 6', name_key: 'by hand 6' });
  for (const other of [{ venue_name: 'Another Room' }, { event_name: 'Another Name' }]) {
    expect((await sendFeed({ body: { ...event, ...other } })).body.action).toBe('created');
  }
  expect((await eventOf(body.id!)).title).toBe('By Hand 6');
});

test('an event that was renamed twice is found by the names that two feeds use for it', async () => {
  const event = nameless();
  const { body } = await sendFeed({ body: event });
  await edit(body.id!, { title: 'Second Words', name_key: 'second words' });
  const second = { ...event, event_name: 'Second Words', source: 'second' };
  await sendFeed({ body: second });
  await edit(body.id!, { title: 'Third Words', name_key: 'third words' });
  const { body: both } = await sendFeed({ body: [event, second] });
  expect(both.results).toEqual([
    { ...body, action: 'updated' },
    { ...body, action: 'updated' },
  ]);
  expect((await eventOf(body.id!)).title).toBe('Third Words');
});

test('after a person renames an event, both a feed with ids and a feed without ids still update it', async () => {
  const named = feedEvent();
  const { body } = await sendFeed({ body: named });
  const without = { ...named, external_id: null, source: 'second' };
  await sendFeed({ body: without });
  await edit(body.id!, { title: 'By Hand 3', name_key: 'by hand 3' });
  expect((await sendFeed({ body: without })).body).toEqual({ ...body, action: 'updated' });
  expect((await sendFeed({ body: named })).body).toEqual({ ...body, action: 'updated' });
});

test('a deleted event is created again by its feed', async () => {
  const event = nameless();
  const { body } = await sendFeed({ body: event });
  await edit(body.id!, { title: 'By Hand 4', name_key: 'by hand 4' });
  await db.delete(events).where(eq(events.id, body.id!));
  const again = await sendFeed({ body: event });
  expect(again.body.action).toBe('created');
  expect(await db.select().from(feedEvents).where(eq(feedEvents.event_id, again.body.id!))).toHaveLength(1);
});

test('an outdated ingest plan makes no duplicate of an event that another delivery has stored meanwhile', async () => {
  const sent = nameless();
  const items = [{ at: 0, event: v.parse(IngestEvent, sent) }];
  const late = planIngest({ items, known: await findKnown(db, items), owner: FEED, now: new Date() });
  const now = new Date();
  const [first] = await storeEvents(db, { sent: [sent], owner: FEED, now });
  const { id } = first as { id: string };
  await edit(id, { title: 'By Hand 5', name_key: 'by hand 5' });
  expect(await writePlan(db, { plan: late, now })).toEqual(new Map());
  const again = planIngest({ items, known: await findKnown(db, items), owner: FEED, now: new Date() });
  expect(again.events).toMatchObject([{ id, exists: true }]);
});

/** Returns a title of 200 characters, which Unicode normalization expands to more than three thousand. */
const grown = (at: number) => `${String(at).padStart(3, '0')}${'\uFDFA'.repeat(197)}`;

test('a delivery whose titles together are too large for one SQL parameter is stored completely', async () => {
  const sent = Array.from({ length: 250 }, (_, at) => nameless({ event_name: grown(at), venue_name: 'Grown Room' }));
  expect(JSON.stringify(sent).length).toBeLessThan(1_048_576);
  const { body } = await sendFeed({ body: sent });
  expect(body.results!.filter((result) => 'action' in result && result.action === 'created')).toHaveLength(250);
  const again = await sendFeed({ body: sent });
  expect(again.text).toBe(JSON.stringify(body).replaceAll('"created"', '"updated"'));
});
