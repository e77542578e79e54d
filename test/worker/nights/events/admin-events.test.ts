import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { venueRow } from '../../../../drizzle/seed/rows.ts';
import { type Event, eventCards, events, venues } from '../../../../drizzle/tables/all-tables.ts';
import { ask, anEvent, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { eventOf } from '../../../support/worker/nights/event-row.ts';

const CALLS = '/api/admin/events';

const patch = ({ headers }: { headers: Record<string, string> }, { id, updated_at }: Event, json: object) =>
  ask(`${CALLS}/${id}`, { headers, method: 'PATCH', json: { updated_at, ...json } });

async function aVenue() {
  const venue = venueRow();
  await db.insert(venues).values(venue);
  return venue;
}

const form = (venueId: string, over: Record<string, unknown> = {}) => ({
  title: 'Halloween at the Deck',
  venue_id: venueId,
  start_at: '2031-10-31T22:00',
  ...over,
});

test('an admin can create an event, and the times in the form are read as New York times', async () => {
  const [{ headers, user }, venue] = [await signedInAs('admin'), await aVenue()];
  const json = form(venue.id, {
    title: '  First Night  ',
    end_at: '2031-10-31T03:00',
    ticket_price: 42.5,
    image_url: '',
  });
  const { status, body } = await ask(CALLS, { headers, json });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    title: 'First Night',
    slug: 'first-night',
    start_at: '2031-11-01T02:00:00.000Z',
    end_at: '2031-11-01T07:00:00.000Z',
    start_local: '2031-10-31T22:00',
    end_local: '2031-11-01T03:00',
    age_policy: '18+',
    ticket_price: 42.5,
    is_published: true,
    source: 'admin',
    status: 'upcoming',
    organizer_id: user.id,
    venue: { id: venue.id, name: venue.name, city: venue.city },
  });
  expect(await eventOf(body.id)).toMatchObject({ ticket_price_cents: 4250, name_key: 'first night', image_url: null });
  expect(await logOf(body.id)).toMatchObject([{ action: 'event.create', actor_id: user.id, before: 'null' }]);
});

test('if the slug of a new event is taken, its New York date is appended, and a number if that slug is taken too', async () => {
  const { headers } = await signedInAs('admin');
  const rooms = await Promise.all(Array.from({ length: 5 }, aVenue));
  const answers = await Promise.all(
    rooms.map((room) => ask(CALLS, { headers, json: form(room.id, { title: 'Same Name' }) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(answers.map(({ body }) => String(body['slug'])).toSorted()).toEqual([
    'same-name',
    'same-name-2031-10-31',
    'same-name-2031-10-31-2',
    'same-name-2031-10-31-3',
    'same-name-2031-10-31-4',
  ]);
});

test('a second event with the same title, venue and start is refused', async () => {
  const [{ headers }, venue] = [await signedInAs('admin'), await aVenue()];
  expect((await ask(CALLS, { headers, json: form(venue.id, { title: 'Only Once' }) })).status).toBe(201);
  const { status, body } = await ask(CALLS, { headers, json: form(venue.id, { title: 'only  ONCE' }) });
  expect(status).toBe(409);
  expect(body.error).toMatchObject({ code: 'event.exists', fields: { start_at: expect.any(String) } });
});

test.each([
  [{ title: '' }, 'title'],
  [{ title: undefined }, 'title'],
  [{ venue_id: undefined }, 'venue_id'],
  [{ venue_id: 'nowhere' }, 'venue_id'],
  [{ start_at: undefined }, 'start_at'],
  [{ start_at: '2031-02-31T22:00' }, 'start_at'],
  [{ end_at: '2031-10-30T22:00' }, 'end_at'],
  [{ end_at: 'later' }, 'end_at'],
  [{ age_policy: '16+' }, 'age_policy'],
  [{ image_url: 'javascript:alert(1)' }, 'image_url'],
  [{ ticket_price: -1 }, 'ticket_price'],
  [{ price_min_pct: 60 }, 'price_min_pct'],
  [{ organizer_id: 'nobody' }, 'organizer_id'],
])('a form with %j is refused, and the answer names the field %s', async (over, field) => {
  const [{ headers }, venue] = [await signedInAs('admin'), await aVenue()];
  const { status, body } = await ask(CALLS, { headers, json: form(venue.id, { title: 'Refused', ...over }) });
  expect(status).toBe(422);
  expect(Object.keys(body.error.fields)).toContain(field);
  expect(await db.select().from(events).where(eq(events.title, 'Refused'))).toEqual([]);
});

test('an edit changes the sent fields, protects them from feeds and updates the public page', async () => {
  const event = await anEvent();
  const page = `/api/events/${event.slug}`;
  expect((await ask(page)).body['title']).toBe(event.title);
  const { status, body } = await patch(await signedInAs('admin'), event, { title: 'Renamed', ticket_price: 30 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    title: 'Renamed',
    slug: event.slug,
    ticket_price: 30,
    edited_fields: ['title', 'ticket_price_cents'],
  });
  expect(await eventOf(event.id)).toMatchObject({ title: 'Renamed', name_key: 'renamed', ticket_price_cents: 3000 });
  expect((await ask(page)).body['title']).toBe('Renamed');
  const [entry] = await logOf(event.id);
  expect(JSON.parse(entry!.before)).toMatchObject({ title: event.title, ticket_price_cents: 2500 });
  expect(JSON.parse(entry!.after)).toMatchObject({ title: 'Renamed', ticket_price_cents: 3000 });
});

test('staff can choose in steps of 25 percent which point of a poster stays visible in cropped pictures', async () => {
  const [admin, event] = [await signedInAs('admin'), await anEvent()];
  const focus = { focus_x: 25, focus_y: 100 };
  expect(Object.keys((await patch(admin, event, { focus_x: 33 })).body.error.fields)).toEqual(['focus_x']);
  expect((await patch(admin, event, focus)).body).toMatchObject(focus);
  expect(await eventOf(event.id)).toMatchObject(focus);
  expect(await db.select().from(eventCards).where(eq(eventCards.event_id, event.id))).toMatchObject([focus]);
});

test('a stale edit is refused with a 409 that shows both versions, and changes nothing', async () => {
  const [admin, event] = [await signedInAs('admin'), await anEvent()];
  const answers = await Promise.all(['One', 'Other'].map((title) => patch(admin, event, { title })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [won, lost] = [answers.find(({ status }) => status === 200)!, answers.find(({ status }) => status === 409)!];
  expect(lost.body.error).toMatchObject({
    code: 'request.stale',
    versions: {
      theirs: { title: won.body['title'], updated_at: won.body['updated_at'] },
      yours: { title: expect.any(String) },
    },
  });
  expect((await eventOf(event.id))?.title).toBe(won.body['title']);
  expect(await logOf(event.id)).toHaveLength(1);
});

test('the public page of an event disappears as soon as an admin unpublishes the event', async () => {
  const event = await anEvent();
  expect((await ask(`/api/events/${event.slug}`)).status).toBe(200);
  const { body } = await patch(await signedInAs('admin'), event, { is_published: false });
  expect(body).toMatchObject({ status: 'draft' });
  expect((await ask(`/api/events/${event.slug}`)).status).toBe(404);
});

test('a copy of an event is a draft that starts at the same New York time one week later', async () => {
  const { headers } = await signedInAs('admin');
  const event = await anEvent({ start_at: new Date('2031-10-31T02:00:00Z'), end_at: new Date('2031-10-31T06:00:00Z') });
  const copies = [];
  for (let i = 0; i < 2; i += 1) copies.push(await ask(`${CALLS}/${event.id}/duplicate`, { headers, method: 'POST' }));
  expect(copies.map(({ status }) => status)).toEqual([201, 201]);
  expect(copies.map(({ body }) => [body['start_at'], body['end_at'], body['is_published']])).toEqual([
    ['2031-11-07T03:00:00.000Z', '2031-11-07T07:00:00.000Z', false],
    ['2031-11-14T03:00:00.000Z', '2031-11-14T07:00:00.000Z', false],
  ]);
});

test('an organizer can see, create and change only their own events', async () => {
  const [own, other] = [await signedInAs('organizer'), await signedInAs('organizer')];
  const venue = await aVenue();
  const made = await ask(CALLS, { headers: own.headers, json: form(venue.id, { title: 'Own Night' }) });
  expect(made.body).toMatchObject({ organizer_id: own.user.id });
  const list = await ask(CALLS, { headers: own.headers });
  expect(list.body['events']).toMatchObject([{ id: made.body['id'] }]);
  expect((await ask(CALLS, { headers: other.headers })).body['events']).toEqual([]);
  const row = await eventOf(made.body.id);
  expect((await patch(own, row, { organizer_id: other.user.id })).status).toBe(403);
  const foreign = form(venue.id, { title: 'Not Mine', organizer_id: other.user.id });
  expect((await ask(CALLS, { headers: own.headers, json: foreign })).status).toBe(403);
});

test('the event list has pages, and can be filtered by title, venue and status', async () => {
  const { headers, user } = await signedInAs('organizer');
  const made = [];
  for (let day = 1; day <= 5; day += 1) {
    const over = { title: `Paged ${day}`, start_at: new Date(Date.UTC(2031, 0, day)), is_published: day !== 3 };
    made.push(await anEvent({ organizer_id: user.id, ...over }));
  }
  const first = await ask(`${CALLS}?limit=2`, { headers });
  const second = await ask(`${CALLS}?limit=2&cursor=${first.body['next_cursor']}`, { headers });
  const third = await ask(`${CALLS}?limit=2&cursor=${second.body['next_cursor']}`, { headers });
  const titles = [first, second, third].flatMap(({ body }) => body.events.map(({ title }) => title));
  expect(titles).toEqual(['Paged 5', 'Paged 4', 'Paged 3', 'Paged 2', 'Paged 1']);
  expect(third.body['next_cursor']).toBeNull();
  expect((await ask(`${CALLS}?q=PAGED 4`, { headers })).body['events']).toMatchObject([{ title: 'Paged 4' }]);
  expect((await ask(`${CALLS}?status=draft`, { headers })).body['events']).toMatchObject([{ title: 'Paged 3' }]);
  expect((await ask(`${CALLS}?venue_id=${made[0]!.venue_id}`, { headers })).body['events']).toMatchObject([
    { title: 'Paged 1' },
  ]);
});
