import { asc, eq, gte, type Placeholder, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventRow, profileRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { events, profiles, venues } from '../../../drizzle/tables/all-tables.ts';
import type { Db } from '../../../worker/context.ts';
import { keptQuery, runQueries } from '../../../worker/http/answers/kept-query.ts';
import { db } from '../../support/worker/db.ts';

const shown = {
  title: events.title,
  start_at: events.start_at,
  end_at: events.end_at,
  tags: events.tags,
  is_cheap: sql<boolean>`${events.ticket_price_cents} < 2000`.mapWith(Boolean).as('is_cheap'),
  organizer: { name: profiles.display_name, school: profiles.school },
};

const select = (on: Db, start: Placeholder | Date) =>
  on
    .select(shown)
    .from(events)
    .leftJoin(profiles, eq(profiles.id, events.organizer_id))
    .where(gte(events.start_at, start))
    .orderBy(asc(events.start_at));
const from = keptQuery(['start'], (on, { start }) => select(on, start));

test('a kept query returns the same rows as Drizzle, even when it is used again with other values', async () => {
  const [venue, organizer] = [venueRow(), profileRow({ school: null })];
  const planned = (day: number, over: object) =>
    eventRow({ venue_id: venue.id, start_at: new Date(Date.UTC(2030, 5, day)), ...over });
  const rows = [
    planned(1, { organizer_id: organizer.id, tags: ['house', 'late'], ticket_price_cents: 1999 }),
    planned(2, { organizer_id: null, end_at: new Date(Date.UTC(2030, 5, 3)), ticket_price_cents: 2000 }),
    planned(3, { organizer_id: null, end_at: null, ticket_price_cents: null }),
  ];
  await db.batch([
    db.insert(venues).values(venue),
    db.insert(profiles).values(organizer),
    db.insert(events).values(rows),
  ]);
  for (const { start_at } of rows) {
    const [kept] = await runQueries(db, [from(db, { start: start_at })]);
    expect(kept).toEqual(await select(db, start_at));
  }
  const [all] = await runQueries(db, [from(db, { start: rows[0]!.start_at.getTime() })]);
  expect(all.map(({ is_cheap, organizer: by }) => [is_cheap, by])).toEqual([
    [true, { name: organizer.display_name, school: null }],
    [false, null],
    [null, null],
  ]);
});

test.each([
  [
    'two values of the same name',
    { id: events.id, organizer: { id: profiles.id } },
    'Two values of the query are named id.',
  ],
  ['a value without a name', { length: sql<number>`length(${events.title})` }, 'length has no name in the query.'],
])('a kept query with %s is refused, because it would read the wrong value', (_what, columns, message) => {
  const wrong = keptQuery([], (on) =>
    on.select(columns).from(events).leftJoin(profiles, eq(profiles.id, events.organizer_id)),
  );
  expect(() => wrong(db, {})).toThrow(message);
});
