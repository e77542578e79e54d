import { and, eq, ne, notExists, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venueAliases } from '../../../../drizzle/tables/nights/venues/venue-aliases.ts';
import { venues, type Venue } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { cityKey } from '../../../contract/nights/events/guarded-edits.ts';
import { nextVersion } from '../../../contract/paging.ts';
import { nameKey, slugOf } from '../../../contract/nights/events/slug.ts';
import type { CreateVenue, EditVenue } from '../../../contract/nights/venues.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/security/audit.ts';
import type { Write } from '../../../http/database/batch.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { DomainError, stale } from '../../../http/answers/errors.ts';
import { staysInCity } from '../../../http/shared/event-sales.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { findVenue } from './admin-venues.db.ts';

const SLUGS = 50;

type Keys = Pick<Venue, 'name_key' | 'city_key'>;

/** Throws `venue.exists` if the name is already the name or an alias of a venue in the city. */
export async function createVenue(
  db: Db,
  { fields, stamp }: { fields: CreateVenue; stamp: AuditStamp },
): Promise<Venue> {
  for (let attempt = 1; ; attempt += 1) {
    const venue: Venue = {
      id: crypto.randomUUID(),
      name: fields.name,
      slug: attempt === 1 ? slugOf(fields.name) : `${slugOf(fields.name)}-${attempt}`,
      ...keysOf(fields),
      address: fields.address ?? null,
      city: fields.city,
      state: fields.state ?? null,
      image_url: null,
      created_at: stamp.at,
      updated_at: stamp.at,
    };
    const run = insertFrom(db, venues, { row: venue, from: sql`where not exists ${aliasOf(db, venue)}` });
    const change = { action: 'venue.create', target_type: 'venue', target_id: venue.id, before: null, after: venue };
    try {
      await writeAudited(db, { stamp, changes: [{ run, ...change }] });
      return venue;
    } catch (error) {
      if (error instanceof NothingChanged || isNameTaken(error)) throw nameTaken();
      if (brokenConstraint(error)?.name !== 'venues.slug' || attempt === SLUGS) throw error;
    }
  }
}

/**
 * Keeps the slug. The old name becomes an alias, so that feeds still find the venue. Throws `request.stale`,
 * `venue.exists` and `venue.sold` (an event with sales would move to another city).
 */
export async function editVenue(
  db: Db,
  { id, edit, stamp }: { id: string; edit: EditVenue; stamp: AuditStamp },
): Promise<Venue> {
  const { updated_at: seen, ...sent } = edit;
  const before = await findVenue(db, { id });
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const merged: Venue = { ...before, ...given, updated_at: nextVersion(seen, stamp.at) };
  const after = { ...merged, ...keysOf(merged) };
  const isRenamed = after.name_key !== before.name_key || after.city_key !== before.city_key;
  const sold = and(eq(events.venue_id, id), staysInCity(stamp.at));
  const isElsewhere = cityKey(after.city) !== cityKey(before.city);
  const isFree = notExists(aliasOf(db, after, ne(venueAliases.venue_id, id)));
  const run = db
    .update(venues)
    .set(after)
    .where(
      and(
        eq(venues.id, id),
        eq(venues.updated_at, seen),
        isFree,
        isElsewhere
          ? notExists(
              db
                .select({ one: sql`1` })
                .from(events)
                .where(sold),
            )
          : undefined,
      ),
    );
  const change = { action: 'venue.update', target_type: 'venue', target_id: id, before, after };
  try {
    await writeAudited(db, {
      stamp,
      first: isRenamed ? renamed(db, { id, after }) : [],
      changes: [{ run, ...change }],
    });
  } catch (error) {
    if (isNameTaken(error)) throw nameTaken();
    if (!(error instanceof NothingChanged)) throw error;
    const theirs = await findVenue(db, { id });
    if (theirs.updated_at.getTime() !== seen.getTime()) throw stale({ theirs, yours: given });
    throw isElsewhere && (await db.$count(events, sold)) > 0 ? venueSold() : nameTaken();
  }
  return after;
}

function renamed(db: Db, { id, after }: { id: string; after: Keys }): Write[] {
  return [
    db.delete(venueAliases).where(and(eq(venueAliases.venue_id, id), isKeys(after))),
    insertFrom(db, venueAliases, {
      row: { name_key: venues.name_key, city_key: venues.city_key, venue_id: venues.id },
      from: sql`from ${venues} where ${venues.id} = ${id}`,
    }).onConflictDoNothing(),
  ];
}

const keysOf = ({ name, city }: Pick<Venue, 'name' | 'city'>): Keys => ({
  name_key: nameKey(name),
  city_key: nameKey(city),
});

const isKeys = ({ name_key, city_key }: Keys) =>
  and(eq(venueAliases.name_key, name_key), eq(venueAliases.city_key, city_key));

const aliasOf = (db: Db, keys: Keys, and_only = sql`true`) =>
  db
    .select({ one: sql`1` })
    .from(venueAliases)
    .where(and(isKeys(keys), and_only));

const isNameTaken = (error: unknown) => brokenConstraint(error)?.name.startsWith('venues.name_key,');

function nameTaken(): DomainError {
  const message = 'Another venue in that city has this name or had it before. Find it in the list, or merge the two.';
  return new DomainError({ code: 'venue.exists', status: 409, message, fields: { name: message } });
}

export function venueSold(): DomainError {
  const message =
    'A night there has sold tickets, so its venue can’t move to another city. Move that night to another venue first.';
  return new DomainError({ code: 'venue.sold', status: 409, message, fields: { city: message } });
}
