import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { auditLog, type Event, events, eventSeries, venues } from '../../../../drizzle/tables/all-tables.ts';
import { newYorkWallClock } from '../../../../worker/contract/time/new-york-time.ts';
import { anEvent, ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';

const CALLS = '/api/admin/event-series';

interface Planned {
  date: string;
  clash: string | null;
  problem: string | null;
}

/** An organizer with a venue, and the form of a series of Fridays across the end of summer time in New York. */
async function planned(over: object = {}) {
  const [{ headers, user }, venue] = [await signedInAs('organizer'), venueRow()];
  await db.insert(venues).values(venue);
  const event = {
    title: `Fridays ${venue.id}`,
    venue_id: venue.id,
    start_at: '2031-10-24T22:00',
    end_at: '2031-10-25T03:00',
    ...over,
  };
  const series = { event, every: 'weekly', until: '2031-11-14' };
  const create = (json: object, key: string = crypto.randomUUID()) =>
    ask(CALLS, { headers: { ...headers, 'Idempotency-Key': key }, json });
  const stored = () => db.select().from(events).where(eq(events.venue_id, venue.id)).orderBy(asc(events.start_at));
  const following = ({ id, updated_at }: Event, json: object) =>
    ask(`/api/admin/events/${id}/following`, { headers, json: { ...json, updated_at } });
  return { headers, user, venue, series, create, stored, following };
}

test('a preview lists every date of a series, with any other event at the venue on that date', async () => {
  const { headers, venue, series, stored } = await planned();
  await db
    .insert(events)
    .values(eventRow({ venue_id: venue.id, title: 'Halloween', start_at: new Date('2031-11-01T01:00:00Z') }));
  const { status, body } = await ask(`${CALLS}/preview`, { headers, json: series });
  expect(status).toBe(200);
  expect((body['dates'] as Planned[]).map(({ date, clash }) => [date, clash])).toEqual([
    ['2031-10-24', null],
    ['2031-10-31', 'Halloween'],
    ['2031-11-07', null],
    ['2031-11-14', null],
  ]);
  expect(await stored()).toHaveLength(1);
});

test('the events of a series start at the same New York time before and after the clocks change', async () => {
  const { user, series, create, stored } = await planned();
  const { status, body } = await create({ ...series, skip: ['2031-10-31'] });
  expect(status).toBe(201);
  const rows = await stored();
  expect(rows.map(({ start_at, end_at }) => [newYorkWallClock(start_at), newYorkWallClock(end_at!)])).toEqual([
    ['2031-10-24T22:00', '2031-10-25T03:00'],
    ['2031-11-07T22:00', '2031-11-08T03:00'],
    ['2031-11-14T22:00', '2031-11-15T03:00'],
  ]);
  expect(rows.every(({ series_id, organizer_id }) => series_id === body['series_id'] && organizer_id === user.id)).toBe(
    true,
  );
  expect(rows[0]!.slug).toMatch(/-2031-10-24$/);
  expect(await logOf(String(body['series_id']))).toMatchObject([{ action: 'series.create' }]);
});

test('the same idempotency key creates a series only once, even when repeats run in parallel', async () => {
  const { user, series, create, stored } = await planned();
  const key = crypto.randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => create(series, key)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body['series_id'])).size).toBe(1);
  expect(await stored()).toHaveLength(4);
  expect((await create({ ...series, until: '2031-11-07' }, key)).body.error.code).toBe('desk.key_reused');
  expect(await db.select().from(eventSeries).where(eq(eventSeries.created_by, user.id))).toHaveLength(1);
});

test('a series leaves out a date on which the clock change skips the start time', async () => {
  const { headers, series, create, stored } = await planned({ start_at: '2031-03-02T02:30', end_at: null });
  const spring = { ...series, until: '2031-03-16' };
  const { body } = await ask(`${CALLS}/preview`, { headers, json: spring });
  const [, skipped] = body['dates'] as Planned[];
  expect(skipped).toMatchObject({ date: '2031-03-09', problem: expect.stringContaining('doesn’t exist') });
  expect((await create(spring)).status).toBe(201);
  const starts = (await stored()).map(({ start_at }) => newYorkWallClock(start_at));
  expect(starts).toEqual(['2031-03-02T02:30', '2031-03-16T02:30']);
  const first = await create({ ...spring, event: { ...series.event, start_at: '2031-03-09T02:30' } });
  expect(first.status).toBe(422);
});

test.each([
  [{ until: '2031-10-01' }, 'until'],
  [{ until: '2033-10-01' }, 'until'],
  [{ until: 'soon' }, 'until'],
  [{ every: 'daily' }, 'every'],
  [{ skip: ['2031-10-24', '2031-10-31', '2031-11-07', '2031-11-14'] }, 'skip'],
])('a series with %j is refused, and nothing is stored', async (over, field) => {
  const { series, create, stored } = await planned();
  const { status, body } = await create({ ...series, ...over });
  expect([status, Object.keys(body.error.fields)]).toEqual([422, [field]]);
  expect(await stored()).toEqual([]);
});

test('if an event and all later events of its series are edited, the earlier events do not change', async () => {
  const { series, create, stored, following } = await planned();
  await create(series);
  const [, second] = await stored();
  const edit = { title: 'Late Fridays', start_at: '2031-10-31T23:00' };
  const { status, body } = await following(second!, edit);
  expect([status, body['changed']]).toEqual([200, 3]);
  expect((await stored()).map(({ title, start_at }) => [title, newYorkWallClock(start_at)])).toEqual([
    [series.event.title, '2031-10-24T22:00'],
    ['Late Fridays', '2031-10-31T23:00'],
    ['Late Fridays', '2031-11-07T23:00'],
    ['Late Fridays', '2031-11-14T23:00'],
  ]);
  const edits = (await db.select().from(auditLog)).filter(({ action }) => action === 'event.update');
  expect(edits.filter(({ after }) => after.includes('Late Fridays'))).toHaveLength(3);
  const stale = await following(second!, edit);
  expect([stale.status, stale.body.error.code]).toEqual([409, 'request.stale']);
});

test('an event and all later events of its series can move by a week, each to the date of the next event', async () => {
  const { series, create, stored, following } = await planned();
  await create(series);
  const move = async (start_at: string, end_at: string) => following((await stored())[1]!, { start_at, end_at });
  const days = async () => (await stored()).map(({ start_at }) => newYorkWallClock(start_at).slice(5, 10));
  expect((await move('2031-11-07T22:00', '2031-11-08T03:00')).status).toBe(200);
  expect(await days()).toEqual(['10-24', '11-07', '11-14', '11-21']);
  expect((await move('2031-10-31T22:00', '2031-11-01T03:00')).status).toBe(200);
  expect(await days()).toEqual(['10-24', '10-31', '11-07', '11-14']);
});

test('the events of a series cannot move to a start time that the clock change skips on one of the dates', async () => {
  const { series, create, stored, following } = await planned({ start_at: '2031-03-02T22:00', end_at: null });
  await create({ ...series, until: '2031-03-16' });
  const [first] = await stored();
  const { status, body } = await following(first!, { start_at: '2031-03-02T02:30' });
  expect(status).toBe(422);
  expect(body.error.fields['start_at']).toMatch(/^Mar 9, 2031: 2:30 AM doesn’t exist/);
  expect(newYorkWallClock((await stored())[0]!.start_at)).toBe('2031-03-02T22:00');
});

test('the preview of a series does not name the hidden nights of other organizers', async () => {
  const { headers, user, venue, series } = await planned();
  const at = (day: string, title: string, over: object) =>
    eventRow({ venue_id: venue.id, title, start_at: new Date(day), ...over });
  await db.insert(events).values([
    at('2031-10-25T01:00:00Z', 'Secret Headliner', { is_published: false }),
    at('2031-11-01T01:00:00Z', 'Secret Halloween', {
      is_published: true,
      publish_at: new Date('2031-10-01T00:00:00Z'),
    }),
    at('2031-11-08T02:00:00Z', 'My Own Draft', { is_published: false, organizer_id: user.id }),
  ]);
  const { body } = await ask(`${CALLS}/preview`, { headers, json: series });
  const clashes = (body['dates'] as Planned[]).map(({ clash }) => clash);
  expect(clashes).toEqual(['Another night', 'Another night', 'My Own Draft', null]);
});

test('a single event of a series can be changed without changing the others', async () => {
  const { headers, series, create, stored } = await planned();
  await create(series);
  const [first] = await stored();
  const json = { title: 'Opening', updated_at: first!.updated_at };
  expect((await ask(`/api/admin/events/${first!.id}`, { headers, method: 'PATCH', json })).status).toBe(200);
  expect((await stored()).filter(({ title }) => title === 'Opening')).toHaveLength(1);
  const admin = await signedInAs('admin');
  const alone = await anEvent();
  const call = { headers: admin.headers, json: { title: 'Alone', updated_at: alone.updated_at } };
  expect((await ask(`/api/admin/events/${alone.id}/following`, call)).body.error.code).toBe('series.not_found');
});

test('a start that the clock change skips is refused with a sentence that says what to choose', async () => {
  const { headers, series } = await planned();
  const json = { ...series.event, start_at: '2031-03-09T02:30' };
  const { status, body } = await ask('/api/admin/events', { headers, json });
  expect(status).toBe(422);
  expect(body.error.fields['start_at']).toContain('2:30 AM doesn’t exist that night');
});
