import { authUserRow } from '../../../drizzle/seed/auth-rows.ts';
import { eventRow, profileRow, venueRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import type { Db } from '../../../worker/context.ts';
import { HOUR } from '../../../worker/contract/time/durations.ts';
import { seededRandom } from '../../../worker/local/fake-provider/seeded-random.ts';
import { openDb } from '../../../worker/http/database/open-db.ts';
import { asD1, openDatabase } from '../money/sqlite-d1.ts';
import { met, type World } from './check-offers.ts';

export const SELLERS = ['seller-a', 'seller-b'];

export async function makeWorld(seed: number): Promise<World> {
  const random = seededRandom(seed * 7919 + 1);
  const database = openDatabase();
  database.exec("UPDATE launch_switches SET is_on = 1 WHERE feature = 'push'");
  const turns = async () => {
    for (let left = Math.floor(random() * 3); left > 0; left -= 1) await Promise.resolve();
  };
  const db = openDb({ DB: asD1(database, turns) });
  // The simulated time begins at a random hour of the day, 2 to 30 hours before the event.
  let clock = Date.UTC(2030, 0, 7) + Math.floor(random() * 24) * HOUR;
  const start = clock + Math.floor((2 + random() * 28) * HOUR);
  await db.insert(schema.venues).values(venueRow({ id: 'venue' }));
  const times = { start_at: new Date(start), end_at: new Date(start + 5 * HOUR) };
  const event = { id: 'event', slug: 'event', venue_id: 'venue', ticket_price_cents: 2500, is_published: true };
  await db.insert(schema.events).values(eventRow({ ...event, ...times }));
  for (const id of [...SELLERS, 'outsider-a', 'outsider-b', 'outsider-c']) await addAccount(db, id, false);
  const world: World = {
    database,
    db,
    random,
    now: () => new Date(clock),
    wait: (ms) => (clock += Math.floor(ms)),
    start,
    stock: new Map(),
    people: 0,
    outcome: { broken: [], met: {} },
  };
  for (let at = 0; at < 4; at += 1) await join(world);
  return world;
}

async function addAccount(db: Db, id: string, is_student_verified: boolean): Promise<void> {
  await db.insert(schema.authUsers).values(authUserRow({ id }));
  await db.insert(schema.profiles).values(profileRow({ id, is_student_verified }));
}

export const pick = <T>({ random }: World, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

export const pickOf = <T>(world: World, from: readonly T[], isMeant: (each: T) => boolean): T | undefined =>
  pick(world, from.filter(isMeant));

export async function join(world: World): Promise<void> {
  const id = `person-${(world.people += 1)}`;
  const places = world.random() < 0.6 ? 1 : 1 + Math.floor(world.random() * 3);
  await addAccount(world.db, id, world.random() < 0.4);
  const applicant_id = world.random() < 0.1 ? pick(world, SELLERS)! : id;
  const entry = waitlistRow({ id, event_id: 'event', applicant_id, places, created_at: world.now() });
  // A ghost is an entry under an address that nobody has confirmed.
  const isGhost = world.random() < 0.3;
  if (isGhost) met(world, 'ghost');
  await world.db.insert(schema.waitlist).values(isGhost ? { ...entry, applicant_id: null, confirmed_at: null } : entry);
}
