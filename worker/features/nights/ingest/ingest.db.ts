import { and, eq, type SQL, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { hasListings, hasRefunds } from '../../../http/shared/event-sales.ts';
import { feedEvents } from '../../../../drizzle/tables/nights/feed-events.ts';
import { venueAliases } from '../../../../drizzle/tables/nights/venues/venue-aliases.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { LONGEST_NIGHT_MS } from '../../../../drizzle/open-end.ts';
import { DEFAULT_AGE_POLICY } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { ADMIN_SOURCE, type EventOwner } from '../../../contract/nights/ingest.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import type { Plan, PlannedEvent } from './ingest.rules.ts';
import { personalSource } from './owner.rules.ts';
import { each, field } from './json-set.db.ts';

/**
 * Writes the venues and events of a plan. Skips an event that another delivery has inserted since the plan was made.
 * Returns the slugs of the written events, by id. Every event that was not written must be planned again.
 */
export async function writePlan(db: Db, { plan, now }: { plan: Plan; now: Date }): Promise<Map<string, string>> {
  const created = plan.events.filter(({ exists }) => !exists);
  const updated = plan.events.filter(({ exists }) => exists);
  const [, inserted, changed] = await db.batch([
    insertVenues(db, { plan, now }),
    insertEvents(db, { rows: created, now }),
    updateEvents(db, { rows: updated, owner: plan.owner, now }),
    insertFeedEvents(db, { rows: plan.events, owner: plan.owner }),
  ]);
  return new Map([...inserted, ...changed].map(({ id, slug }) => [id, slug]));
}

/** SQL query: finds a venue name that has become an alias since the plan was made. */
const isAlias = sql`select 1 from ${venueAliases} where ${venueAliases.name_key} = ${field('name_key')}
  and ${venueAliases.city_key} = ${field('city_key')}`;

function insertVenues(db: Db, { plan, now }: { plan: Plan; now: Date }) {
  return insertFrom(db, venues, {
    row: {
      id: field('id'),
      name: field('name'),
      slug: field('slug'),
      name_key: field('name_key'),
      city_key: field('city_key'),
      address: field('address'),
      city: field('city'),
      state: field('state'),
      created_at: now,
      updated_at: now,
    },
    from: sql`from ${each(plan.new_venues)} where not exists (${isAlias}) order by j.key`,
  }).onConflictDoNothing();
}

/** SQL condition: the rule of `mayChange`, for the event as it is when the statement runs. */
function isAllowed({ organizer_id, source, reserved }: EventOwner): SQL {
  if (organizer_id !== null) return sql`${events.organizer_id} = ${organizer_id}`;
  if (source !== null) return sql`${events.source} = ${source}`;
  return sql`(${events.source} not glob ${personalSource('*')} and ${events.source} <> ${ADMIN_SOURCE}
    and ${events.source} not in (select value from json_each(${JSON.stringify(reserved)})))`;
}

const venueOfRow = sql`${venues.name_key} = ${field('venue_key')} and ${venues.city_key} = ${field('city_key')}`;

/**
 * SQL query: finds an event that another delivery has created under the same name since the plan was made. Also finds
 * the event if a person has renamed it since.
 */
const isCalled = sql`select 1 from ${feedEvents} where ${feedEvents.name_key} = ${field('name_key')}
  and ${feedEvents.venue_id} = ${venues.id} and ${feedEvents.start_at} = ${field('start_at')}`;

function insertEvents(db: Db, { rows, now }: { rows: readonly PlannedEvent[]; now: Date }) {
  return insertFrom(db, events, {
    row: {
      id: field('id'),
      title: field('title'),
      slug: field('slug'),
      name_key: field('name_key'),
      venue_id: venues.id,
      description: field('description'),
      start_at: field('start_at'),
      end_at: field('end_at'),
      age_policy: sql`coalesce(${field('age_policy')}, ${DEFAULT_AGE_POLICY})`,
      image_url: field('image_url'),
      tags: sql`coalesce(${field('tags')}, '[]')`,
      source: field('source'),
      external_id: field('external_id'),
      organizer_id: field('organizer_id'),
      ticket_price_cents: field('ticket_price_cents'),
      price_max_cents: field('price_max_cents'),
      cancelled_at: sql`iif(${field('cancelled')}, ${now.getTime()}, null)`,
      created_at: now,
      updated_at: now,
    },
    from: sql`from ${each(rows.map(rowOf))} cross join ${venues} on ${venueOfRow}
      where ${field('external_id')} is not null or not exists (${isCalled}) order by j.key`,
  })
    .onConflictDoNothing()
    .returning({ id: events.id, slug: events.slug });
}

function updateEvents(db: Db, { rows, owner, now }: { rows: readonly PlannedEvent[]; owner: EventOwner; now: Date }) {
  const startEdited = edited('start_at');
  const endEdited = edited('end_at');
  const start = sql`iif(${startEdited}, ${events.start_at}, ${field('start_at')})`;
  const end = sql`iif(${endEdited}, ${events.end_at}, ${field('end_at')})`;
  // If a person has edited only the start, the feed's end may not fit it, and vice versa. Then the stored start and
  // end stay.
  const possible = sql`coalesce(${end} between ${start} and ${start} + ${LONGEST_NIGHT_MS}, 1)`;
  const cancelled_at = unlessEdited(
    ['cancelled_at'],
    events.cancelled_at,
    sentOr(
      'cancelled',
      sql`${events.cancelled_at}`,
      sql`iif(${field('cancelled')}, coalesce(${events.cancelled_at}, ${now.getTime()}), null)`,
    ),
  );
  // If the sales or refunds have changed since the plan was made, the event is planned again.
  const asPlanned = sql`${events.has_sales} = ${field('has_sales')}
    and not (${events.cancelled_at} is not null and ${cancelled_at} is null and ${hasRefunds})`;
  return db
    .update(events)
    .set({
      title: unlessEdited(['title'], events.title, field('title')),
      name_key: unlessEdited(['title'], events.name_key, field('name_key')),
      venue_id: unlessEdited(['venue_id', 'venue'], events.venue_id, sql`${venues.id}`),
      description: unlessEdited(['description'], events.description, sentOr('description', sql`${events.description}`)),
      start_at: sql`iif(${possible}, ${start}, ${events.start_at})`,
      end_at: sql`iif(${possible}, ${end}, ${events.end_at})`,
      age_policy: unlessEdited(
        ['age_policy'],
        events.age_policy,
        sentOr('age_policy', sql`${events.age_policy}`, sql`coalesce(${field('age_policy')}, ${DEFAULT_AGE_POLICY})`),
      ),
      image_url: unlessEdited(['image_url'], events.image_url, sentOr('image_url', sql`${events.image_url}`)),
      tags: unlessEdited(
        ['tags'],
        events.tags,
        sentOr('tags', sql`${events.tags}`, sql`coalesce(${field('tags')}, '[]')`),
      ),
      ticket_price_cents: unlessEdited(
        ['ticket_price', 'ticket_price_cents'],
        events.ticket_price_cents,
        // While the event has listings, a feed can only lower the face value. Other changes would widen or remove the
        // price band of the listings.
        sentOr(
          'ticket_price_cents',
          sql`${events.ticket_price_cents}`,
          sql`iif(${hasListings} and not coalesce(${field('ticket_price_cents')} <= ${events.ticket_price_cents}, 0),
            ${events.ticket_price_cents}, ${field('ticket_price_cents')})`,
        ),
      ),
      price_max_cents: unlessEdited(
        ['price_max', 'price_max_cents'],
        events.price_max_cents,
        sentOr('price_max_cents', sql`${events.price_max_cents}`),
      ),
      cancelled_at,
      updated_at: now,
    })
    .from(sql`${each(rows.map(rowOf))} cross join ${venues} on ${venueOfRow}`)
    .where(and(eq(events.id, field('id')), isAllowed(owner), asPlanned))
    .returning({ id: events.id, slug: events.slug });
}

function insertFeedEvents(db: Db, { rows, owner }: { rows: readonly PlannedEvent[]; owner: EventOwner }) {
  const names = rows.flatMap(({ id, feed_names }) =>
    feed_names.map(({ name_key, start_at, venue: { name_key: venue_key, city_key } }) => ({
      id,
      name_key,
      start_at,
      venue_key,
      city_key,
    })),
  );
  return insertFrom(db, feedEvents, {
    row: { name_key: field('name_key'), venue_id: venues.id, start_at: field('start_at'), event_id: events.id },
    from: sql`from ${each(names)} cross join ${venues} on ${venueOfRow}
      cross join ${events} on ${events.id} = ${field('id')}
      where ${isAllowed(owner)}`,
  }).onConflictDoNothing();
}

/** SQL value: `value`, or the stored value if the feed left the field out. */
function sentOr(name: string, stored: SQL, value: SQL = field(name)): SQL {
  return sql`iif(json_type(j.value, ${`$.${name}`}) is null, ${stored}, ${value})`;
}

/** SQL condition: a person has edited the field. `edited_fields` may hold it under any of these names. */
function edited(...names: string[]): SQL {
  return sql`exists (select 1 from json_each(${events.edited_fields}) e where e.value in (${sql.join(
    names.map((name) => sql`${name}`),
    sql`, `,
  )}))`;
}

function unlessEdited(names: string[], stored: unknown, value: SQL): SQL {
  return sql`iif(${edited(...names)}, ${stored}, ${value})`;
}

function rowOf({ id, slug, event, venue, organizer_id, has_sales }: PlannedEvent) {
  const { venue_name: _name, venue_address: _address, city: _city, state: _state, ...sent } = event;
  return {
    ...sent,
    id,
    slug,
    organizer_id,
    has_sales,
    name_key: nameKey(event.title),
    venue_key: venue.name_key,
    city_key: venue.city_key,
  };
}
