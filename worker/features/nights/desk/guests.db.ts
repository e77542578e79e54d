import { and, eq, not, sql } from 'drizzle-orm';
import { eventGuests } from '../../../../drizzle/tables/nights/event-guests.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { isLost } from '../../../../drizzle/tables/trade/bought-tickets.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import { csvLine } from '../../../contract/text/csv.ts';
import { type Guest, type GUEST_SOURCES, MOST_GUESTS } from '../../../contract/nights/events/guests.ts';
import { nameKey } from '../../../contract/nights/events/slug.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { tooManyGuests } from '../events/desk.errors.ts';

/** `id` is null for people who are on the list through the waitlist or their tickets. */
export interface ListedGuest {
  id: string | null;
  name: string;
  places: number;
  from: (typeof GUEST_SOURCES)[number];
}

/** Returns the guest list, sorted by name. It contains no contact data. One round trip. */
export async function findGuests(db: Db, { event_id, now }: { event_id: string; now: Date }): Promise<ListedGuest[]> {
  const [added, waiting, holders] = await db.batch([
    db
      .select({ id: eventGuests.id, name: eventGuests.name, places: eventGuests.places })
      .from(eventGuests)
      .where(eq(eventGuests.event_id, event_id)),
    db
      .select({ name: waitlist.name, places: waitlist.places })
      .from(waitlist)
      .where(and(eq(waitlist.event_id, event_id), eq(toldStatus(waitlist, now), 'accepted'))),
    db
      .select({ name: profiles.display_name, places: sql<number>`sum(${ticketRequests.quantity})`.as('places') })
      .from(ticketRequests)
      .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
      .where(and(eq(ticketRequests.event_id, event_id), eq(ticketRequests.status, 'accepted'), not(isLost)))
      .groupBy(ticketRequests.buyer_id),
  ]);
  const guests: ListedGuest[] = [
    ...added.map(({ id, name, places }) => ({ id, name, places, from: 'added' as const })),
    ...waiting.map(({ name, places }) => ({ id: null, name, places, from: 'waitlist' as const })),
    ...holders.map(({ name, places }) => ({ id: null, name: name ?? 'A student', places, from: 'tickets' as const })),
  ];
  return guests.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The byte order mark tells spreadsheets that the file is UTF-8. */
export function guestCsv(guests: readonly ListedGuest[]): string {
  return `\ufeff${csvLine(['Name', 'Places', 'From'])}${guests.map(({ name, places, from }) => csvLine([name, places, from])).join('')}`;
}

/** Skips names that were added before. Returns how many were new. Throws `desk.too_many_guests`. */
export async function addGuests(
  db: Db,
  { event_id, guests, stamp }: { event_id: string; guests: readonly Guest[]; stamp: AuditStamp },
): Promise<number> {
  const rows = guests.map(({ name, places }) => ({ id: crypto.randomUUID(), name, name_key: nameKey(name), places }));
  const each = sql`json_each(${JSON.stringify(rows)}) guest`;
  const isNew = sql`not exists (select 1 from ${eventGuests} as old
    where old.event_id = ${event_id} and old.name_key = guest.value ->> 'name_key')`;
  const size = sql`(select count(*) from ${eventGuests} as old where old.event_id = ${event_id})`;
  const run = insertFrom(db, eventGuests, {
    row: {
      id: sql`guest.value ->> 'id'`,
      event_id,
      name: sql`guest.value ->> 'name'`,
      name_key: sql`guest.value ->> 'name_key'`,
      places: sql`guest.value ->> 'places'`,
      created_by: stamp.actor_id,
      created_at: stamp.at,
    },
    from: sql`from ${each} where ${size} + (select count(distinct guest.value ->> 'name_key') from ${each}
      where ${isNew}) <= ${MOST_GUESTS}`,
  }).onConflictDoNothing();
  const after = { guests: guests.length };
  const isAdded = await tryAudited(db, {
    stamp,
    changes: [{ run, action: 'event.guests', target_type: 'event', target_id: event_id, before: null, after }],
  });
  if (!isAdded) {
    const [left] = await db.select({ new: sql<number>`count(*)` }).from(sql`${each} where ${isNew}`);
    if (left?.new) throw tooManyGuests();
    return 0;
  }
  const [stored] = await db
    .select({ added: sql<number>`count(*)` })
    .from(eventGuests)
    .where(sql`${eventGuests.id} in (select guest.value ->> 'id' from ${each})`);
  return stored?.added ?? 0;
}

/** Throws `request.not_found`. */
export async function removeGuest(
  db: Db,
  { event_id, id, stamp }: { event_id: string; id: string; stamp: AuditStamp },
): Promise<void> {
  const isGuest = and(eq(eventGuests.id, id), eq(eventGuests.event_id, event_id));
  const [before] = await db
    .select({ name: eventGuests.name, places: eventGuests.places })
    .from(eventGuests)
    .where(isGuest);
  const run = db.delete(eventGuests).where(isGuest);
  const isRemoved = await tryAudited(db, {
    stamp,
    changes: [{ run, action: 'event.guest_removed', target_type: 'event', target_id: event_id, before, after: null }],
  });
  if (!isRemoved) throw notFound();
}
