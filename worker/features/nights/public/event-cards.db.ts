import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, type Placeholder, sql } from 'drizzle-orm';
import { eventCards, PLACES_IN_A_MINUTE } from '../../../../drizzle/tables/nights/event-cards.ts';
import { type QueryInstant, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { eventChoices } from '../../../../drizzle/tables/nights/event-choices.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import { keptQuery, type RowOf, runQueries } from '../../../http/answers/kept-query.ts';

const DELETED_AT_ONCE = 2000;

/** True while payments are on. Prices then include the fees. Read as a column, to save a second round trip. */
const withFees = isLaunched('payments').as('with_fees');

/** A column that is not listed stays private. */
export const cardColumns = {
  id: eventCards.event_id,
  title: eventCards.title,
  slug: eventCards.slug,
  description: eventCards.description,
  start_at: eventCards.start_at,
  end_at: eventCards.end_at,
  age_policy: eventCards.age_policy,
  image_url: eventCards.image_url,
  focus_x: eventCards.focus_x,
  focus_y: eventCards.focus_y,
  tags: eventCards.tags,
  ticket_price_cents: eventCards.ticket_price_cents,
  tickets: eventCards.tickets,
  from_cents: eventCards.from_cents,
  with_fees: withFees,
  venue: { id: eventCards.venue_id, name: eventCards.venue_name, city: eventCards.venue_city },
};

/**
 * SQL value: a `place` (see `PLACES_IN_A_MINUTE`) before the cards of all events that start at or after `instant` (in
 * UTC ms). D1 binds numbers as floating point, so the place is bound as text.
 */
export const placeBefore = (instant: number) => placeAfter(placeOf(instant));

const placeOf = (instant: number) => String(Math.floor(instant / MINUTE) * PLACES_IN_A_MINUTE);

export const placeAfter = (cursor: string | Placeholder) => sql`cast(${cursor} as integer)`;

const isPublicCard = (now: QueryInstant) => or(isNull(eventCards.publish_at), lte(eventCards.publish_at, now));

export const isShownCard = (now: QueryInstant) => and(isPublicCard(now), gt(eventCards.over_at, now));

const upcoming = keptQuery(['now', 'place'], (db, { now, place }) =>
  db
    .select(cardColumns)
    .from(eventCards)
    .where(and(gt(eventCards.place, placeAfter(place)), gte(eventCards.start_at, now), isPublicCard(now)))
    .orderBy(asc(eventCards.place))
    .limit(20),
);

/** Past events have no card, so this query reads the table of events. */
const firstOfAll = keptQuery(['now'], (db, { now }) =>
  db
    .select({
      id: events.id,
      title: events.title,
      slug: events.slug,
      description: events.description,
      start_at: events.start_at,
      end_at: events.end_at,
      age_policy: events.age_policy,
      image_url: events.image_url,
      focus_x: events.focus_x,
      focus_y: events.focus_y,
      tags: events.tags,
      ticket_price_cents: events.ticket_price_cents,
      tickets: sql<number>`0`.as('tickets'),
      from_cents: sql<number | null>`null`.as('from_cents'),
      with_fees: withFees,
      venue: {
        id: events.venue_id,
        name: sql<string>`${venues.name}`.as('venue_name'),
        city: sql<string>`${venues.city}`.as('venue_city'),
      },
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(takesPlace(now))
    .orderBy(asc(events.start_at), asc(events.id))
    .limit(10),
);

const busiestAreas = keptQuery([], (db) =>
  db
    .select({ name: eventChoices.value })
    .from(eventChoices)
    .where(eq(eventChoices.kind, 'area'))
    .orderBy(desc(eventChoices.cards), asc(eventChoices.value))
    .limit(2),
);

/** The next 20 public events, or the first 10 of all time if no event is upcoming. One round trip. */
export async function findHomeEvents(db: Db, { now }: { now: Date }) {
  const [next, first, areas] = await runQueries(db, [
    upcoming(db, { now, place: placeOf(now.getTime()) }),
    firstOfAll(db, { now }),
    busiestAreas(db, {}),
  ]);
  return { rows: next.length > 0 ? next : first, areas: areas.map(({ name }) => name) };
}

export async function deleteOverCards(db: Db, { now }: { now: Date }): Promise<void> {
  const over = db
    .select({ place: eventCards.place })
    .from(eventCards)
    .where(lte(eventCards.over_at, now))
    .limit(DELETED_AT_ONCE);
  await db.delete(eventCards).where(inArray(eventCards.place, over));
}

export type EventCardRow = RowOf<typeof upcoming>;
