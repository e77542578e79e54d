import { and, asc, desc, eq, getTableColumns, gte, isNull, not, sql, type SQL } from 'drizzle-orm';
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

/** The event's columns without the derived and the internal ones. */
const { name_key: _key, moved_at: _at, moved_from: _from, asked_edit, ...edited } = getTableColumns(events);
const columns = { ...edited, venue: named('venue', { id: venues.id, name: venues.name, city: venues.city }) };

/** Columns that decide which edits are refused. Only reads before an edit need them. */
const guardColumns = {
  asked_edit,
  sales: salesOfEvent.as('sales'),
  parties: partiesOfEvent.as('parties'),
  has_listings: hasListings.as('has_listings'),
};

/**
 * An admin gets all events, an organizer only those that they organize or co-organize. For an organizer, a
 * separate query finds each of these two kinds, so that it can use an index. Both queries run in one batch.
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

/** Throws `event.not_found`. */
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
export type EditedEvent = Awaited<ReturnType<typeof findSeriesFrom>>[number];
export type ManagedEvent = Awaited<ReturnType<typeof findManagedEvent>>;
