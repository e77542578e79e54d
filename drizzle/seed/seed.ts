import type { DrizzleD1Database } from 'drizzle-orm/d1';
import * as tables from '../tables/all-tables.ts';
import { accountRows } from './accounts.ts';
import { resellerRow } from './rows.ts';
import { demoEvents, demoVenues } from './demo-events.ts';
import { sampleEvents, sampleListings, sampleSellers, sampleVenues } from './sample.ts';

/** D1 allows at most 100 bound values in a statement. */
const MAX_BOUND = 100;

/**
 * Adds the local accounts and the sample data. A second run adds nothing. `passwordHash`: the PHC hash of the password
 * that all local accounts have.
 */
export async function seed(
  db: DrizzleD1Database,
  { now, passwordHash }: { now: Date; passwordHash: string },
): Promise<void> {
  await insertAll(db, tables.venues, [...sampleVenues(), ...demoVenues()]);
  const { users, identities, profiles } = accountRows({ now, passwordHash });
  await insertAll(db, tables.authUsers, users);
  await insertAll(db, tables.authIdentities, identities);
  await insertAll(db, tables.profiles, [...profiles, ...sampleSellers()]);
  await insertAll(db, tables.events, [...sampleEvents(now), ...demoEvents(now)]);
  await insertAll(db, tables.listings, sampleListings());
  const email = 'seller@vouch.test';
  const applicant_id = users.find((user) => user.email === email)!.id;
  const seller = { id: 'local-seller', name: 'A seller', email, email_key: email, applicant_id };
  await insertAll(db, tables.resellerApplications, [
    resellerRow({ ...seller, school: 'New York University', status: 'approved', created_at: now, updated_at: now }),
  ]);
}

type SeededTable =
  | typeof tables.venues
  | typeof tables.authUsers
  | typeof tables.authIdentities
  | typeof tables.profiles
  | typeof tables.events
  | typeof tables.listings
  | typeof tables.resellerApplications
  | typeof tables.waitlist
  | typeof tables.eventViews
  | typeof tables.traffic;

/** Inserts the rows that do not exist yet. Existing rows stay unchanged. */
export async function insertAll<T extends SeededTable>(
  db: DrizzleD1Database,
  table: T,
  rows: T['$inferInsert'][],
): Promise<void> {
  const size = Math.max(1, Math.floor(MAX_BOUND / Object.keys(rows[0] ?? {}).length));
  const statements = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    db
      .insert(table)
      .values(rows.slice(at * size, (at + 1) * size))
      .onConflictDoNothing(),
  );
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}
