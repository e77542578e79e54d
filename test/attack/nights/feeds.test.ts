import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, ingestDeliveries, venues } from '../../../drizzle/tables/all-tables.ts';
import worker from '../../../worker/index.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { BOUND_SECRET, feedEvent, sendFeed } from '../../support/worker/nights/feed.ts';

const DAY = 86_400_000;

const send = (headers: Record<string, string>, body: unknown) =>
  ask('/functions/v1/ingest-events', { headers, json: body });
const byExternalId = (externalId: string) =>
  db.select().from(events).where(eq(events.external_id, externalId)).orderBy(events.source);

/** Runs the cron job as it would run in this many days. */
const sweepIn = (days: number) =>
  worker.scheduled(
    createScheduledController({ scheduledTime: new Date(Date.now() + days * DAY), cron: '* * * * *' }),
    env,
  );

test('an organizer and a feed that send the same source and id each get their own event', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = feedEvent({ source: 'city-feed' });
  expect((await send(headers, { ...event, description: 'Mine' })).body['action']).toBe('created');
  expect((await sendFeed({ body: { ...event, event_name: 'The feed’s own night' } })).body.action).toBe('created');
  expect((await byExternalId(event.external_id)).map(({ source, organizer_id }) => [source, organizer_id])).toEqual([
    ['city-feed', null],
    [`organizer:${user.id}`, user.id],
  ]);
});

test('an organizer who sends the source and id of a feed’s event does not change that event', async () => {
  const { headers } = await signedInAs('organizer');
  const event = feedEvent({ source: 'city-feed', description: 'The feed’s own words' });
  const { body } = await sendFeed({ body: event });
  await send(headers, { ...event, event_name: 'Taken over', description: 'Mine' });
  expect(await db.select().from(events).where(eq(events.id, body.id!))).toMatchObject([
    { title: event.event_name, description: 'The feed’s own words', source: 'city-feed', organizer_id: null },
  ]);
});

test.each(['organizer:somebody', 'admin', 'bound-feed'])(
  'a feed whose secret is not bound to a source cannot use the source %s',
  async (source) => {
    const event = feedEvent({ source });
    const { status, body } = await sendFeed({ body: event });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['source']]);
    expect(await byExternalId(event.external_id)).toEqual([]);
  },
);

test('a feed whose secret is bound to a source cannot change an event of another source', async () => {
  const event = feedEvent({ source: 'city-feed', description: 'First' });
  await sendFeed({ body: event });
  const bound = { ...event, event_name: 'Bound night', description: 'Second' };
  expect((await sendFeed({ body: bound, secret: BOUND_SECRET })).status).toBe(200);
  expect((await byExternalId(event.external_id)).map(({ source, description }) => [source, description])).toEqual([
    ['bound-feed', 'Second'],
    ['city-feed', 'First'],
  ]);
});

test.each([
  ['an organizer', 'organizer:somebody', undefined],
  ['the admin area', 'admin', undefined],
  ['a feed whose secret is bound to its source', 'bound-feed', undefined],
  ['another feed', 'city-feed', BOUND_SECRET],
])('an event that a feed sends without an id is refused if it matches an event of %s', async (_, source, secret) => {
  const row = await anEvent({ source, external_id: null, description: 'Kept' });
  const [room] = await db.select().from(venues).where(eq(venues.id, row.venue_id));
  const place = { venue_name: room!.name, venue_address: null };
  const named = feedEvent({ ...place, event_name: row.title, external_id: null, description: 'Changed' });
  const { status, body } = await sendFeed({ body: named, ...(secret ? { secret } : {}) });
  expect([status, body.error]).toEqual([
    422,
    'This event belongs to another sender, so you can’t change it. Send your own event under another id.',
  ]);
  expect(await db.select().from(events).where(eq(events.id, row.id))).toEqual([row]);
});

test('a delivery that reuses a webhook-id with another body is refused with 409', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const event = feedEvent({ description: 'First' });
  const first = await sendFeed({ id, body: event });
  const other = await sendFeed({ id, body: { ...event, description: 'Second' } });
  expect([other.status, other.body.code]).toEqual([409, 'ingest.id_reused']);
  expect((await sendFeed({ id, body: event })).text).toBe(first.text);
  expect(await byExternalId(event.external_id)).toMatchObject([{ description: 'First' }]);
});

test('of two bodies that are sent at the same time under one webhook-id, one is stored and the other is refused', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const bodies = [feedEvent(), feedEvent()];
  const answers = await Promise.all(bodies.map((body) => sendFeed({ id, body })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const stored = await Promise.all(bodies.map(({ external_id }) => byExternalId(external_id)));
  expect(stored.map((rows) => rows.length).toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test.each([
  ['the webhook-id “x”', (id: string) => id],
  ['the webhook-id “bound-feed=x”', (id: string) => `bound-feed=${id}`],
])('a delivery “x” of the feed “bound-feed” is accepted even if another feed has already used %s', async (_, used) => {
  const id = `msg_${crypto.randomUUID()}`;
  const [first, second] = [feedEvent(), feedEvent()];
  expect((await sendFeed({ id: used(id), body: first })).body.action).toBe('created');
  const other = await sendFeed({ id, body: second, secret: BOUND_SECRET });
  expect([other.status, other.body.action]).toEqual([200, 'created']);
  expect(await byExternalId(second.external_id)).toMatchObject([{ source: 'bound-feed' }]);
  const again = await sendFeed({ id, body: second, secret: BOUND_SECRET });
  expect(again.text).toBe(other.text);
});

test('a webhook-id is forgotten after 30 days, and its delivery stays listed', async () => {
  const id = `msg_${crypto.randomUUID()}`;
  const event = feedEvent();
  await sendFeed({ id, body: event });
  const known = () => db.$count(ingestDeliveries, eq(ingestDeliveries.webhook_id, `=${id}`));
  await sweepIn(29);
  expect(await known()).toBe(1);
  const all = await db.$count(ingestDeliveries);
  await sweepIn(31);
  expect([await known(), await db.$count(ingestDeliveries)]).toEqual([0, all]);
  expect((await sendFeed({ id, body: { ...event, description: 'A month later' } })).body.action).toBe('updated');
});

test('an organizer sees only the feed deliveries that they sent themselves', async () => {
  const [one, two, admin] = [await signedInAs('organizer'), await signedInAs('organizer'), await signedInAs('admin')];
  await sendFeed({ body: feedEvent() });
  await send(one.headers, feedEvent());
  await send(two.headers, { source: `organizer:${one.user.id}` });
  const sourcesSeenBy = async ({ headers }: typeof one, filter = '') => {
    const { body } = await ask(`/api/admin/ingest-deliveries${filter}`, { headers });
    return (body['deliveries'] as { source: string }[]).map(({ source }) => source);
  };
  expect(await sourcesSeenBy(one)).toEqual([`organizer:${one.user.id}`]);
  expect(await sourcesSeenBy(two)).toEqual([`organizer:${two.user.id}`]);
  expect(await sourcesSeenBy(two, '?source=feed')).toEqual([]);
  expect(await sourcesSeenBy(admin)).toContain('feed');
});
