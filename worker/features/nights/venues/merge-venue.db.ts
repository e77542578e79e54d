import { and, eq, exists, inArray, not, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { feedEvents } from '../../../../drizzle/tables/nights/feed-events.ts';
import { venueAliases } from '../../../../drizzle/tables/nights/venues/venue-aliases.ts';
import { venueFollows } from '../../../../drizzle/tables/nights/venues/venue-follows.ts';
import { venueSlugs } from '../../../../drizzle/tables/nights/venues/venue-slugs.ts';
import { venues, type Venue } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import type { Write } from '../../../http/database/batch.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { invalid, PlainError } from '../../../http/answers/errors.ts';
import { cityOfVenue, staysInCity } from '../../../http/shared/event-sales.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { findVenue, venueGone } from './admin-venues.db.ts';
import { venueSold } from './save-venue.db.ts';

interface Merge {
  id: string;
  into: string;
}

/**
 * Merges the venue `id` into the venue `into`, and deletes the venue `id`. Returns both rows as they were.
 * Throws `request.not_found` if `id` does not exist, and `request.invalid` if `into` is `id` or does not exist. Throws
 * `venue.same_event` if both venues have an event with the same title and start. Throws `venue.sold` if an event with
 * sales would change its city: such an event is not moved, so a foreign key refuses to delete its venue, and the whole
 * merge fails. A foreign key also makes the merge fail if `into` has just been deleted.
 */
export async function mergeVenue(
  db: Db,
  { id, into, stamp }: Merge & { stamp: AuditStamp },
): Promise<{ merged: Venue; kept: Venue }> {
  if (id === into) throw invalid({ into: 'You can’t merge a venue into itself. Choose another venue.' });
  const found = await db
    .select()
    .from(venues)
    .where(inArray(venues.id, [id, into]));
  const [merged, kept] = [found.find((one) => one.id === id), found.find((one) => one.id === into)];
  if (!merged) throw venueGone();
  if (!kept) throw intoGone();
  const after = { ...kept, address: kept.address ?? merged.address, image_url: kept.image_url ?? merged.image_url };
  const entry = { target_type: 'venue', before: kept, after: { ...after, merged: { id, name: merged.name } } };
  try {
    await writeAudited(db, {
      stamp,
      first: move(db, { id, into, now: stamp.at }),
      changes: [
        { run: complete(db, { id, into, now: stamp.at }), ...entry, action: 'venue.receive', target_id: into },
        {
          run: db.delete(venues).where(eq(venues.id, id)),
          action: 'venue.merge',
          target_type: 'venue',
          target_id: id,
          before: merged,
          after: { into: { id: into, name: kept.name } },
        },
      ],
    });
    return { merged, kept };
  } catch (error) {
    throw await reasonOf(db, { id, into, now: stamp.at, error });
  }
}

/** Throws `venue.in_use` if the venue has an event, or if a feed has named an event there. */
export async function deleteVenue(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<Venue> {
  const before = await findVenue(db, { id });
  const run = db.delete(venues).where(eq(venues.id, id));
  try {
    await writeAudited(db, {
      stamp,
      changes: [{ run, action: 'venue.delete', target_type: 'venue', target_id: id, before, after: null }],
    });
    return before;
  } catch (error) {
    if (error instanceof NothingChanged) throw venueGone();
    if (brokenConstraint(error)?.kind !== 'foreign_key') throw error;
    const message = 'Events use this venue. Move them to another venue, or merge this venue into another.';
    throw new PlainError(409, 'venue.in_use', message);
  }
}

/**
 * Moves the events, aliases, followers and slugs of the venue `id` to the venue `into`. If both venues have a row in
 * `feed_events` with the same name and start, only the row of `into` is kept. A feed that sends an event with this name
 * and start time then finds the event of that row.
 */
function move(db: Db, { id, into, now }: Merge & { now: Date }): Write[] {
  return [
    db
      .update(events)
      .set({ venue_id: into, updated_at: sql`max(${now.getTime()}, ${events.updated_at} + 1)` })
      .where(and(eq(events.venue_id, id), not(staysBehind({ into, now })))),
    insertFrom(db, feedEvents, {
      row: {
        name_key: feedEvents.name_key,
        venue_id: into,
        start_at: feedEvents.start_at,
        event_id: feedEvents.event_id,
      },
      from: sql`from ${feedEvents} where ${feedEvents.venue_id} = ${id}`,
    }).onConflictDoNothing(),
    db.delete(feedEvents).where(eq(feedEvents.venue_id, id)),
    db.update(venueAliases).set({ venue_id: into }).where(eq(venueAliases.venue_id, id)),
    insertFrom(db, venueAliases, {
      row: { name_key: venues.name_key, city_key: venues.city_key, venue_id: into },
      from: sql`from ${venues} where ${venues.id} = ${id}`,
    }).onConflictDoNothing(),
    // The follows of the venue `id` are copied, because they are deleted with that venue.
    insertFrom(db, venueFollows, {
      row: { user_id: venueFollows.user_id, venue_id: into, created_at: venueFollows.created_at },
      from: sql`from ${venueFollows} where ${venueFollows.venue_id} = ${id}`,
    }).onConflictDoNothing(),
    db.update(venueSlugs).set({ venue_id: into }).where(eq(venueSlugs.venue_id, id)),
    insertFrom(db, venueSlugs, {
      row: { slug: venues.slug, venue_id: into },
      from: sql`from ${venues} where ${venues.id} = ${id}`,
    }).onConflictDoUpdate({ target: venueSlugs.slug, set: { venue_id: into } }),
  ];
}

/** SQL condition: the merge would move an event with sales to another city. */
const staysBehind = ({ into, now }: Pick<Merge, 'into'> & { now: Date }) =>
  sql`(${staysInCity(now)} and ${cityOfVenue(sql`${events.venue_id}`)} <> ${cityOfVenue(into)})`;

function complete(db: Db, { id, into, now }: Merge & { now: Date }) {
  const merged = db
    .select({ one: sql`1` })
    .from(sql`${venues} m`)
    .where(sql`m.id = ${id}`);
  const take = (column: 'address' | 'image_url') =>
    sql`coalesce(${venues[column]}, (select m.${sql.identifier(column)} from ${venues} m where m.id = ${id}))`;
  return db
    .update(venues)
    .set({
      address: take('address'),
      image_url: take('image_url'),
      updated_at: sql`max(${now.getTime()}, ${venues.updated_at} + 1)`,
    })
    .where(and(eq(venues.id, into), exists(merged)));
}

async function reasonOf(db: Db, { id, into, now, error }: Merge & { now: Date; error: unknown }): Promise<unknown> {
  const broken = brokenConstraint(error);
  if (broken?.name.startsWith('events.name_key,')) {
    const message = 'Both venues have a night with the same title and start. Delete or rename one of them, then merge.';
    return new PlainError(409, 'venue.same_event', message);
  }
  if (!(error instanceof NothingChanged) && broken?.kind !== 'foreign_key') return error;
  await findVenue(db, { id });
  if ((await db.$count(events, and(eq(events.venue_id, id), staysBehind({ into, now })))) > 0) return venueSold();
  return (await db.$count(venues, eq(venues.id, into))) === 0 ? intoGone() : error;
}

const intoGone = () => invalid({ into: 'The venue to merge into no longer exists. Choose another one.' });
