import { drizzle } from 'drizzle-orm/d1';
import { authIdentityRow, authUserRow } from '../../../drizzle/seed/auth-rows.ts';
import { eventRow, profileRow, resellerRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { insertAll } from '../../../drizzle/seed/seed.ts';
import * as tables from '../../../drizzle/tables/all-tables.ts';
import { openPlatform } from '../../../worker/local/platform.ts';
import { LOCAL_PASSWORD, prepareDatabase } from '../../../worker/local/database/prepare-database.ts';

const DAY_MS = 86_400_000;
const EVENTS = 8;
/** Out of this many people, one is a seller. */
const SELLERS = 5;
const FEATURES = ['live', 'my-tickets', 'tickets', 'sell', 'venues', 'payments'] as const;

export interface Session {
  id: string;
  access_token: string;
  refresh_token: string;
}

export interface Person {
  id: string;
  email: string;
  /** The phone number with the country code, for people who sign in by text message. */
  phone: string;
  is_seller: boolean;
  cookies: Map<string, string>;
  session: Session | null;
}

export interface SoakEvent {
  id: string;
  slug: string;
}

export interface Cast {
  people: Person[];
  events: SoakEvent[];
}

export { LOCAL_PASSWORD as PASSWORD };

export function makeCast(size: number): Cast {
  return {
    people: Array.from({ length: size }, (_, at) => ({
      id: idOf(at),
      email: `soak-${at}@vouch.test`,
      phone: `1617555${String(at).padStart(4, '0')}`,
      is_seller: at % SELLERS === 0,
      cookies: new Map(),
      session: null,
    })),
    events: Array.from({ length: EVENTS }, (_, at) => ({ id: `soak-event-${at}`, slug: `soak-event-${at}` })),
  };
}

/**
 * How many times `prepareState` tries to write the state. A try fails if a busy machine loses the connection to the
 * runtime. The next try keeps the existing rows.
 */
const TRIES = 3;

/** Makes a new database in the folder `state`, adds the cast, and turns on the launch switches in `FEATURES`. */
export async function prepareState(state: string, cast: Cast): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeState(state, cast);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

async function writeState(state: string, { people, events }: Cast): Promise<void> {
  const platform = openPlatform(state);
  try {
    const database = await platform.database();
    await prepareDatabase(database);
    const db = drizzle(database);
    const now = new Date();
    const venue = venueRow({ id: 'soak-venue', name: 'Soak Hall' });
    const start_at = new Date(now.getTime() + 30 * DAY_MS);
    const { password_hash } = (await db.select().from(tables.authUsers).limit(1))[0]!;
    const made = { created_at: now, updated_at: now };
    const confirmed = { email_confirmed_at: now, phone_confirmed_at: now };
    const users = people.map(({ id, email, phone }) =>
      authUserRow({ id, email, phone, password_hash, ...confirmed, ...made }),
    );
    const identities = users.map((user) => authIdentityRow(user, made));
    const profiles = people.map(({ id, email }) => profileRow({ id, email, created_at: now }));
    const eventRows = events.map(({ id, slug }) =>
      eventRow({ id, slug, title: `Soak ${id}`, venue_id: venue.id, start_at }),
    );
    const sellers = people.filter(({ is_seller }) => is_seller);
    const approved = sellers.map(({ id, email }) =>
      resellerRow({ id: `seller-${id}`, email, email_key: email, applicant_id: id, status: 'approved', ...made }),
    );
    await insertAll(db, tables.venues, [venue]);
    await insertAll(db, tables.authUsers, users);
    await insertAll(db, tables.authIdentities, identities);
    await insertAll(db, tables.profiles, profiles);
    await insertAll(db, tables.events, eventRows);
    await insertAll(db, tables.resellerApplications, approved);
    for (const feature of FEATURES) {
      const on = { feature, is_on: true, updated_at: now };
      await db
        .insert(tables.launchSwitches)
        .values(on)
        .onConflictDoUpdate({ target: tables.launchSwitches.feature, set: on });
    }
  } finally {
    await platform.close();
  }
}

const idOf = (at: number) => `50a50a50-0000-4000-8000-${String(at).padStart(12, '0')}`;
