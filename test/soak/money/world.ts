import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { authUserRow } from '../../../drizzle/seed/auth-rows.ts';
import { eventRow, listingRow, profileRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { listingTicketRow, ticketFileRow } from '../../../drizzle/seed/ticket-rows.ts';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import type { Db } from '../../../worker/context.ts';
import { openDb } from '../../../worker/http/database/open-db.ts';
import { openProvider, type Provider } from '../../../worker/features/trade/provider/provider.ts';
import { type Fake, makeFake } from '../../../worker/local/fake-provider/fake.ts';
import { seededRandom } from '../../../worker/local/fake-provider/seeded-random.ts';
import { asD1, openDatabase } from './sqlite-d1.ts';

const API_KEY = 'sk_test_soak';
export const SECRET = 'whsec_soak';
export const START = Date.UTC(2030, 0, 7, 12);
const HOUR_MS = 3_600_000;
const EVENTS = 6;
const SELLERS = 8;

/** Ends a simulated process in the middle of its work. Later calls of that process reach nothing. */
export class Killed extends Error {}

/** The simulated process in which the code runs. Code outside a process is never killed. */
const lives = new AsyncLocalStorage<{ isOver: boolean }>();

/** Runs `step` in its own simulated process, which can be killed while `faults.kill` is above 0. */
export const inProcess = <T>(step: () => Promise<T>): Promise<T> => lives.run({ isOver: false }, step);

export interface App {
  env: Env;
  provider: Provider;
  db: Db;
  /** Reaches the provider. The process can be killed before and after the call. */
  fetch: typeof fetch;
}

/** From `at_ms` on, a person's kept card may pay at most `most_cents` for each ticket to this event. */
export interface Limit {
  user_id: string;
  event_id: string;
  at_ms: number;
  most_cents: number;
}

export interface World {
  database: DatabaseSync;
  fake: Fake;
  random: () => number;
  clock: { ms: number };
  now: () => Date;
  faults: { kill: number };
  hook: { deliver: (request: Request) => Promise<Response> };
  buyers: string[];
  sellers: string[];
  events: string[];
  stock: Map<string, number>;
  /** Sorted by `at_ms`, the earliest first. */
  limits: Limit[];
  app: App;
}

/** All random choices follow from `seed`. */
export async function makeWorld({ seed, buyers: count }: { seed: number; buyers: number }): Promise<World> {
  const random = seededRandom(seed * 7919 + 1);
  const clock = { ms: START };
  const database = openDatabase();
  const fake = makeFake({
    secret: SECRET,
    apiKey: API_KEY,
    now: () => clock.ms,
    random,
    pause: () => turns(random),
    deliver: (request) => hook.deliver(request),
  });
  const faults = { kill: 0 };
  const hook = { deliver: async (_request: Request): Promise<Response> => new Response(null, { status: 503 }) };
  const dieSometimes = async () => {
    await turns(random);
    const life = lives.getStore();
    if (!life) return;
    life.isOver ||= random() < faults.kill;
    if (life.isOver) throw new Killed();
  };
  const env = bindings(asD1(database, dieSometimes));
  const ask: typeof fetch = async (input, init) => {
    await dieSometimes();
    const response = await fake.fetch(input, init);
    await dieSometimes();
    return response;
  };
  const world: World = {
    database,
    fake,
    random,
    clock,
    now: () => new Date(clock.ms),
    faults,
    hook,
    buyers: [],
    sellers: [],
    events: [],
    stock: new Map(),
    limits: [],
    app: { env, db: openDb(env), provider: openProvider(env, ask), fetch: ask },
  };
  await seedRows(world, count);
  return world;
}

const bindings = (DB: D1Database) =>
  ({
    DB,
    SITE_URL: 'http://vouch.test',
    SUPPORT_EMAIL: 'support@vouch.test',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: API_KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    FEE_BUYER_PCT: '8',
    FEE_BUYER_FIXED: '0.50',
    FEE_SELLER_PCT: '0',
    REMEDY_CEILING_PCT: '50',
    REMEDY_MOST: '40',
    AUTH_PEPPER: 'a pepper of the soak, at least 32 bytes long',
    NOTIFY_QUEUE: { send: async () => undefined, sendBatch: async () => undefined },
    NEWS_QUEUE: { send: async () => undefined, sendBatch: async () => undefined },
    ROOMS: { getByName: () => ({ announceListings: async () => undefined }) },
  }) as unknown as Env;

/** Lets other simulated processes run first, zero to two times. */
async function turns(random: () => number): Promise<void> {
  for (let left = Math.floor(random() * 3); left > 0; left--) await Promise.resolve();
}

async function seedRows(world: World, count: number): Promise<void> {
  const { database, random } = world;
  const db = openDb(bindings(asD1(database, async () => undefined)));
  database.exec(
    "UPDATE launch_switches SET is_on = 1 WHERE feature IN ('payments', 'handover', 'my-tickets', 'sell', 'squads', 'push')",
  );
  const venue = venueRow({ id: 'venue' });
  await db.insert(schema.venues).values(venue);
  for (let at = 0; at < EVENTS; at++) {
    const start = START + (8 + at * 20) * HOUR_MS;
    const times = { start_at: new Date(start), end_at: at % 2 === 0 ? new Date(start + 5 * HOUR_MS) : null };
    const own = { id: `e${at}`, slug: `e${at}`, venue_id: venue.id, ticket_price_cents: 6250, is_published: true };
    const event = eventRow({ ...own, ...times });
    await db.insert(schema.events).values({ ...event, price_min_pct: -100, price_max_pct: 100 });
    world.events.push(event.id);
  }
  const people = async (prefix: string, many: number) => {
    const ids = Array.from({ length: many }, (_, at) => `${prefix}${at}`);
    for (const id of ids) {
      await db.insert(schema.authUsers).values(authUserRow({ id }));
      await db.insert(schema.profiles).values(profileRow({ id, is_student_verified: random() < 0.5 }));
    }
    return ids;
  };
  world.buyers = await people('b', count);
  world.sellers = await people('s', SELLERS);
  await people('staff', 2);
  // Every eighth buyer shares a card with every seller, so replacements for these buyers wait for staff.
  for (const [at, user_id] of [...world.sellers, ...world.buyers.filter((_, index) => index % 8 === 0)].entries()) {
    const cards = at < SELLERS ? [at] : world.sellers.keys();
    await db
      .insert(schema.sharedMarks)
      .values([...cards].map((card) => ({ user_id, kind: 'card' as const, mark_hash: `card ${card}` })));
  }
  for (const event_id of world.events) {
    for (const seller_id of world.sellers)
      await addListing(world, { event_id, seller_id, quantity: 1 + Math.floor(random() * 12) });
  }
}

/** Null stands for a listing that was made while hand-overs were switched off. */
const KINDS = ['file', 'file', 'file', 'file', 'transfer', 'name_list', null] as const;

export async function addListing(
  world: World,
  { event_id, seller_id, quantity }: { event_id: string; seller_id: string; quantity: number },
): Promise<string> {
  const { database, random, stock } = world;
  const db = openDb(bindings(asD1(database, async () => undefined)));
  const id = `l${stock.size}`;
  stock.set(id, quantity);
  const ask_price_cents = random() < 0.5 ? 3000 + Math.floor(random() * 2000) : 500 + Math.floor(random() * 12_000);
  const handover_kind = KINDS[Math.floor(random() * KINDS.length)]!;
  const is_instant = random() < (handover_kind === 'file' ? 0.6 : 0.2);
  const listing = { event_id, seller_id, quantity, ask_price_cents, is_instant, handover_kind } as const;
  await db.insert(schema.listings).values(listingRow({ id, ...listing, status: 'active' }));
  if (handover_kind !== 'file') return id;
  const tickets = Array.from({ length: quantity }, (_, at) => `${id}.${at}`);
  await db.insert(schema.ticketFiles).values(tickets.map((file) => ticketFileRow({ id: file, owner_id: seller_id })));
  await db
    .insert(schema.listingTickets)
    .values(
      tickets.map((ticket) => listingTicketRow({ id: ticket, listing_id: id, event_id, seller_id, file_id: ticket })),
    );
  return id;
}
