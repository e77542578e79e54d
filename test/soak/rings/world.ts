import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { authIdentityRow, authSessionRow, authUserRow } from '../../../drizzle/seed/auth-rows.ts';
import { handoverRow, paymentRow, payoutRow } from '../../../drizzle/seed/payment-rows.ts';
import {
  eventRow,
  listingRow,
  profileRow,
  resellerRow,
  ticketRequestRow,
  venueRow,
} from '../../../drizzle/seed/rows.ts';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import { signAccessToken } from '../../../worker/http/security/access-token.ts';
import { personalSource } from '../../../worker/features/nights/ingest/owner.rules.ts';
import { openDb } from '../../../worker/http/database/open-db.ts';
import { type Fake, makeFake } from '../../../worker/local/fake-provider/fake.ts';
import { seededRandom } from '../../../worker/local/fake-provider/seeded-random.ts';
import { keepRows, openDatabase } from '../money/sqlite-d1.ts';
import { beginAt, beTheDatabase, beTheEdge, clock } from './edge.ts';
import { API_KEY, bindings, HOOK_SECRET, send } from './serve.ts';
import { type Name, ROLES, SELLERS, NAMES } from './names.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
export const START = Date.UTC(2030, 0, 7, 17);
export const DOORS = START + 3 * DAY_MS;
export const OVER = DOORS + 6 * HOUR_MS;
export const FACE_CENTS = 4000;
export const NIGHT = { event_name: 'The Night', external_id: 'night' } as const;
const PLACES = [
  { id: 'venue', name: 'Near Room', city: 'New York', state: 'NY' },
  { id: 'next door', name: 'Next Room', city: 'New York', state: 'NY' },
  { id: 'far away', name: 'Far Room', city: 'Philadelphia', state: 'PA' },
];

export interface Person {
  name: Name;
  id: string;
  email: string;
  headers: Record<string, string>;
  isGone: boolean;
}

export interface World {
  env: Env;
  database: DatabaseSync;
  fake: Fake;
  people: Map<Name, Person>;
  /** The person behind each account that ever existed, by account id. */
  owners: Map<string, Name>;
  event_id: string;
  /** The listings whose tickets work at the door. */
  good: Set<string>;
  /** The requests for which the seller has really sent good tickets. */
  given: Set<string>;
  /** The start and the city that the night had when each request was made. */
  shown: Map<string, { start_at: number; city: string }>;
  /** The requests whose charge was already compared with what was shown. */
  charged: Set<string>;
  /** The most that a ticket of each listing may cost, in cents: twice the night's face value at the time of listing. */
  most: Map<string, number>;
  /** Periods in which honest people do nothing, UTC ms. */
  silences: { who: Name; from: number; until: number }[];
  /** The first deadline for sending the tickets of each request, UTC ms. */
  due: Map<string, number>;
  /** The requests whose night was cancelled before its doors opened. */
  calledOff: Set<string>;
  /** The user id behind each account at the provider, by the provider's id. */
  accounts: Map<string, string>;
  wrongs: Set<string>;
  /** The invented mail addresses under which a visitor joined the waitlist. */
  ghosts: Set<string>;
  /** How often a step of each kind had a target and was not refused. */
  taken: Map<string, number>;
  files: number;
}

const statements = new Map<string, StatementSync>();

export function rows<T>(world: Pick<World, 'database'>, query: string, ...values: (string | number)[]): T[] {
  const statement = statements.get(query) ?? world.database.prepare(query);
  statements.set(query, statement);
  return statement.all(...values) as T[];
}

const prepared: { env?: Env; fake?: Fake; people: Person[] } = { people: [] };

export async function makeWorld(): Promise<World> {
  beginAt(START, 1);
  const database = openDatabase();
  if (!prepared.env) {
    beTheEdge(((input: Request, init?: RequestInit) => prepared.fake!.fetch(input, init)) as typeof fetch);
    beTheDatabase(database);
    prepared.env = bindings(database);
    await seed(prepared.env);
    keepRows();
  }
  const env = prepared.env;
  const fake = makeFake({
    secret: HOOK_SECRET,
    apiKey: API_KEY,
    now: () => clock.ms,
    random: seededRandom(3),
    deliver: (request) => send(env, request),
  });
  fake.act.topUp(10_000_000);
  prepared.fake = fake;
  beginAt(START, 2);
  return {
    env,
    database,
    fake,
    people: new Map(prepared.people.map((person) => [person.name, { ...person }])),
    owners: new Map(prepared.people.map(({ id, name }) => [id, name])),
    event_id: 'night',
    good: new Set(),
    given: new Set(),
    shown: new Map(),
    charged: new Set(),
    most: new Map(),
    silences: [],
    due: new Map(),
    calledOff: new Set(),
    accounts: new Map(),
    wrongs: new Set(),
    ghosts: new Set(),
    taken: new Map(),
    files: 0,
  };
}

async function seed(env: Env): Promise<void> {
  const db = openDb(env);
  const database = openDatabase();
  const on = ['payments', 'handover', 'my-tickets', 'sell', 'live', 'push', 'squads'].map((feature) => `'${feature}'`);
  database.exec(`UPDATE launch_switches SET is_on = 1 WHERE feature IN (${on.join()})`);
  for (const name of NAMES) prepared.people.push(await addPerson(env, name));
  await db.insert(schema.venues).values(PLACES.map((place) => venueRow(place)));
  const organizer_id = idOf('organizer');
  // The organizer created the night through the API, and can change it there and in the form.
  const sent = { source: personalSource(organizer_id), external_id: NIGHT.external_id, title: NIGHT.event_name };
  const times = { start_at: new Date(DOORS), end_at: new Date(OVER) };
  const event = { id: 'night', slug: 'night', venue_id: 'venue', ticket_price_cents: FACE_CENTS, organizer_id };
  await db.insert(schema.events).values(eventRow({ ...event, ...sent, ...times }));
  const role = { event_id: 'night', user_id: idOf('co-organizer'), added_by: organizer_id };
  await db.insert(schema.eventOrganizers).values({ ...role, created_at: new Date(START) });
  await seedPast(env);
}

/** Each of these sellers sold a working ticket for a night three weeks ago, and so has a good record. */
const KNOWN_SELLERS: readonly Name[] = ['seller', 'other seller', 'honest seller', 'organizer'];

const idOf = (name: Name) => prepared.people.find((person) => person.name === name)!.id;

async function seedPast(env: Env): Promise<void> {
  const db = openDb(env);
  const start_at = new Date(START - 21 * DAY_MS);
  await db.insert(schema.events).values(eventRow({ id: 'before', slug: 'before', venue_id: 'venue', start_at }));
  for (const name of KNOWN_SELLERS) {
    const sale = { event_id: 'before', listing_id: `of ${name}`, seller_id: idOf(name), buyer_id: idOf('admin') };
    const request_id = `from ${name}`;
    await db.insert(schema.listings).values(listingRow({ id: sale.listing_id, ...sale, status: 'sold' }));
    const request = ticketRequestRow({ id: request_id, ...sale, status: 'accepted', created_at: start_at });
    const payment = paymentRow({ request_id, status: 'captured', released_at: start_at, created_at: start_at });
    const sent = { status: 'sent', sent_at: start_at, told_at: start_at } as const;
    await db.insert(schema.ticketRequests).values(request);
    await db.insert(schema.payments).values(payment);
    await db.insert(schema.handovers).values(handoverRow({ request_id, status: 'received' }));
    await db.insert(schema.payouts).values(payoutRow({ request_id, seller_id: sale.seller_id, ...sent }));
  }
}

async function addPerson(env: Env, name: Name): Promise<Person> {
  const db = openDb(env);
  const email = `${name.replaceAll(' ', '-')}@vouch.test`;
  const user = authUserRow({ email });
  const role = ROLES[name] ?? 'user';
  await db.insert(schema.authUsers).values(user);
  await db.insert(schema.authIdentities).values(authIdentityRow(user));
  await db.insert(schema.profiles).values(profileRow({ id: user.id, email, role, display_name: name }));
  const factor = { user_id: user.id, factor_type: 'totp', secret: 'sealed', status: 'verified' } as const;
  if (role === 'admin') await db.insert(schema.authFactors).values(factor);
  if (SELLERS.has(name)) {
    const approved = resellerRow({ email, email_key: email, status: 'approved', applicant_id: user.id, name });
    await db.insert(schema.resellerApplications).values(approved);
  }
  const headers = await signIn(env, { id: user.id, isStaff: role === 'admin' });
  return { name, id: user.id, email, headers, isGone: false };
}

export async function signIn(
  env: Env,
  { id, isStaff = false }: { id: string; isStaff?: boolean },
): Promise<Record<string, string>> {
  const until = clock.ms + 300 * DAY_MS;
  const aal = isStaff ? 'aal2' : 'aal1';
  const session = authSessionRow({ user_id: id, aal, not_after: new Date(until), created_at: new Date(clock.ms) });
  await openDb(env).insert(schema.authSessions).values(session);
  const iat = Math.floor(clock.ms / 1000);
  const claims = { sub: id, aud: 'authenticated', role: 'authenticated', session_id: session.id, aal };
  const issued = { iss: `${env.SITE_URL}/auth/v1`, iat, exp: until / 1000 };
  const token = await signAccessToken(env, { ...claims, ...issued });
  return { Authorization: `Bearer ${token}` };
}
