import { and, asc, desc, eq, gte, isNull, not, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { named } from '../../../../drizzle/tables/columns.ts';
import { coOrganizes, owns } from '../../../../drizzle/tables/nights/event-rights.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { hasListings, partiesOfEvent, salesOfEvent } from '../../../http/shared/event-sales.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Actor, Db } from '../../../context.ts';
import type { ListAdminEvents } from '../../../contract/nights/events/admin-events.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';
import { eventNotFound } from '../../../http/answers/errors.ts';

const organizers = alias(profiles, 'organizers');

const columns = {
  id: events.id,
  title: events.title,
  slug: events.slug,
  venue_id: events.venue_id,
  description: events.description,
  start_at: events.start_at,
  end_at: events.end_at,
  age_policy: events.age_policy,
  image_url: events.image_url,
  focus_x: events.focus_x,
  focus_y: events.focus_y,
  tags: events.tags,
  source: events.source,
  external_id: events.external_id,
  is_published: events.is_published,
  publish_at: events.publish_at,
  cancelled_at: events.cancelled_at,
  cancel_reason: events.cancel_reason,
  series_id: events.series_id,
  organizer_id: events.organizer_id,
  ticket_price_cents: events.ticket_price_cents,
  price_max_cents: events.price_max_cents,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
  listing_count: events.listing_count,
  has_sales: events.has_sales,
  edited_fields: events.edited_fields,
  created_at: events.created_at,
  updated_at: events.updated_at,
  venue: named('venue', { id: venues.id, name: venues.name, city: venues.city }),
};

/** What decides which edits of an event are refused. Only reads of what is edited need it. */
const guardColumns = {
  asked_edit: events.asked_edit,
  sales: salesOfEvent.as('sales'),
  parties: partiesOfEvent.as('parties'),
  has_listings: hasListings.as('has_listings'),
};

/**
 * One page of the events that the actor manages, latest start first: an admin all, an organizer those that they
 * organize or co-organize. Each result reads two rows, or four if it is shared. The shared events are a second query of
 * the batch, so that each query uses its index.
 */
export async function findManagedEvents(
  db: Db,
  { actor, wanted, now }: { actor: Actor; wanted: ListAdminEvents; now: Date },
) {
  if (actor.role === 'admin') return eventPage(db, { only: undefined, wanted, now });
  const [own, shared] = await db.batch([
    eventPage(db, { only: owns(actor.user_id), wanted, now }),
    eventPage(db, { only: coOrganizes(actor.user_id), wanted, now }),
  ]);
  return [...own, ...shared].toSorted(byStart).slice(0, wanted.limit);
}

/** The order of a page: the latest start first, then the highest id. */
function byStart(a: { start_at: Date; id: string }, b: { start_at: Date; id: string }): number {
  return b.start_at.getTime() - a.start_at.getTime() || (a.id < b.id ? 1 : -1);
}

function eventPage(db: Db, { only, wanted, now }: { only: SQL | undefined; wanted: ListAdminEvents; now: Date }) {
  const { cursor, limit, q, venue_id, status } = wanted;
  return db
    .select(columns)
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(
      and(
        only,
        cursor && sql`(${events.start_at}, ${events.id}) < (${cursor.at.getTime()}, ${cursor.id})`,
        status && STATUS[status](now),
        venue_id ? eq(events.venue_id, venue_id) : undefined,
        q ? sql`instr(${events.name_key}, ${nameKey(q)}) > 0` : undefined,
      ),
    )
    .orderBy(desc(events.start_at), desc(events.id))
    .limit(limit);
}

/** The events of a series from one start on, by start. */
export function findSeriesFrom(db: Db, { series_id, from }: { series_id: string; from: Date }) {
  return db
    .select({ ...columns, ...guardColumns })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(and(eq(events.series_id, series_id), gte(events.start_at, from)))
    .orderBy(asc(events.start_at), asc(events.id));
}

const STATUS: Record<NonNullable<ListAdminEvents['status']>, (now: Date) => SQL | undefined> = {
  draft: () => eq(events.is_published, false),
  published: () => eq(events.is_published, true),
  upcoming: (now) => and(eq(events.is_published, true), gte(events.start_at, now)),
  over: (now) => isOver(now),
  unpriced: (now) =>
    and(
      isNull(events.ticket_price_cents),
      not(isOver(now)),
      sql`exists (select 1 from face_value_asks a where a.event_id = ${events.id})`,
    ),
};

/** One event for the admin area. Throws `event.not_found`. */
export async function findManagedEvent(db: Db, { id }: { id: string }) {
  const [event] = await db
    .select({
      ...columns,
      ...guardColumns,
      organizer: named('organizer', { display_name: organizers.display_name, email: organizers.email }),
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .leftJoin(organizers, eq(organizers.id, events.organizer_id))
    .where(eq(events.id, id));
  if (!event) throw eventNotFound();
  return event;
}

export type ManagedEventRow = Awaited<ReturnType<typeof findManagedEvents>>[number];
/** An event with what decides about its edits. */
export type EditedEvent = Awaited<ReturnType<typeof findSeriesFrom>>[number];
export type ManagedEvent = Awaited<ReturnType<typeof findManagedEvent>>;
