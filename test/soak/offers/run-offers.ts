import { listingRow } from '../../../drizzle/seed/rows.ts';
import * as schema from '../../../drizzle/tables/all-tables.ts';
import { HOUR, MINUTE } from '../../../worker/contract/time/durations.ts';
import { newYorkWallClock } from '../../../worker/contract/time/new-york-time.ts';
import { expireAll } from '../../../worker/features/trade/requests/expire-requests.db.ts';
import { answerRequest, cancelRequest } from '../../../worker/features/trade/requests/move-request.db.ts';
import { lapseOffers } from '../../../worker/features/trade/offers/lapse-offers.db.ts';
import { USUAL_FEES } from '../../../worker/contract/trade/fees.ts';
import { makeOffers } from '../../../worker/features/trade/offers/make-offers.db.ts';
import { passOffer, stayOnWaitlist } from '../../../worker/features/trade/offers/offers.db.ts';
import { requestTickets } from '../../../worker/features/trade/requests/request-tickets.db.ts';
import { withdrawListing } from '../../../worker/features/trade/listings/withdraw-listing.db.ts';
import { confirmPlace } from '../../../worker/features/nights/waitlist/confirm-place.db.ts';
import { DomainError } from '../../../worker/http/answers/errors.ts';
import { checkEnd, checkKept, checkStock, met, type Outcome, type World } from './check-offers.ts';
import { canBeOffered, expectedOffers } from './expected-offers.ts';
import { type EntryRow, readRows, type Rows } from './rows.ts';
import { SELLERS, makeWorld, pick, pickOf, join } from './make-world.ts';

export async function runOffers({ seed, steps }: { seed: number; steps: number }): Promise<Outcome> {
  const world = await makeWorld(seed);
  for (let at = 0; at < steps; at += 1) {
    const before = readRows(world.database);
    const together = 1 + Math.floor(world.random() * 3);
    await Promise.all(Array.from({ length: together }, () => step(world)));
    checkKept(world, before);
    checkStock(world);
    if (world.random() < 0.6) await passOn(world);
    world.wait(world.random() < 0.15 ? world.random() * 8 * HOUR : world.random() * 20 * MINUTE);
  }
  world.wait(world.start + 30 * HOUR - world.now().getTime());
  await expireAll(world.db, { now: world.now() });
  checkEnd(world);
  return world.outcome;
}

type Action = (world: World, rows: Rows) => Promise<void>;

const ACTIONS: readonly (readonly [number, string, Action])[] = [
  [3, 'joined', join],
  [3, 'listed', list],
  [4, 'taken', take],
  [2, 'passed', pass],
  [5, 'outsider', buyAsOutsider],
  [3, 'request ended', endRequest],
  [1, 'withdrawn', withdraw],
  [1, 'stayed', stay],
  [1, 'confirmed', confirm],
];

async function step(world: World): Promise<void> {
  let at = world.random() * ACTIONS.reduce((sum, [weight]) => sum + weight, 0);
  const [, , act] = ACTIONS.find(([weight]) => (at -= weight) < 0)!;
  await act(world, readRows(world.database)).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

async function list(world: World): Promise<void> {
  const quantity = 1 + Math.floor(world.random() * 4);
  const ask_price_cents = 2400 + Math.floor(world.random() * 3) * 100;
  const seller_id = pick(world, SELLERS)!;
  const stock = { event_id: 'event', quantity, ask_price_cents };
  const listing = listingRow({ ...stock, seller_id, created_at: world.now() });
  if (world.now().getTime() >= world.start + 5 * HOUR) return;
  world.stock.set(listing.id, quantity);
  await world.db.insert(schema.listings).values(listing);
  met(world, 'listed');
}

function openOffer(world: World, { offers, entries }: Rows) {
  const offer = pickOf(world, offers, ({ status }) => status === 'open');
  const owner = entries.find(({ id }) => id === offer?.entry_id)?.applicant_id;
  return offer && owner ? { ...offer, owner } : undefined;
}

async function take(world: World, rows: Rows): Promise<void> {
  const offer = openOffer(world, rows);
  if (!offer) return;
  const input = { buyer_id: offer.owner, event_id: 'event', quantity: offer.quantity, offer_id: offer.id };
  const ask = (key: string) =>
    requestTickets(world.db, { input: { ...input, key: `${offer.id}-${key}` }, now: world.now() });
  const results = await Promise.all(['one', 'two'].map(ask));
  const ids = new Set(results.map(({ granted }) => (granted instanceof DomainError ? granted.code : granted.id)));
  if (ids.has(offer.id)) met(world, 'taken');
  if (ids.has(offer.id) && ids.size > 1)
    world.outcome.broken.push(`offer ${offer.id} was answered in two ways: ${[...ids].join(', ')}`);
}

async function pass(world: World, rows: Rows): Promise<void> {
  const offer = openOffer(world, rows);
  if (!offer) return;
  await passOffer(world.db, { id: offer.id, user_id: offer.owner, now: world.now() });
  met(world, 'passed');
}

async function buyAsOutsider(world: World): Promise<void> {
  const buyer_id = pick(world, ['outsider-a', 'outsider-b', 'outsider-c'])!;
  const kept = new Set(readRows(world.database).listings.flatMap((row) => (row.waitlist_first === 1 ? [row.id] : [])));
  const quantity = 1 + Math.floor(world.random() * 2);
  const input = { buyer_id, event_id: 'event', quantity, key: `outsider-${world.random()}` };
  const { granted } = await requestTickets(world.db, { input, now: world.now() });
  if (granted instanceof DomainError) return;
  met(world, 'bought by others');
  if (kept.has(granted.listing_id))
    world.outcome.broken.push(`an outsider got tickets of ${granted.listing_id}, which was kept`);
}

async function endRequest(world: World, rows: Rows): Promise<void> {
  const request = pickOf(world, rows.requests, ({ status }) => status === 'pending');
  if (!request) return;
  const move = { id: request.id, now: world.now() };
  if (world.random() < 0.5) await cancelRequest(world.db, { ...move, actor_id: request.buyer_id });
  else {
    const to = world.random() < 0.5 ? 'accepted' : 'declined';
    await answerRequest(world.db, { ...move, actor_id: request.seller_id, to });
  }
  met(world, 'request ended');
}

async function withdraw(world: World, rows: Rows): Promise<void> {
  const listing = pick(world, rows.listings);
  if (!listing) return;
  await withdrawListing(world.db, { which: { id: listing.id, seller_id: listing.seller_id } });
  met(world, 'withdrawn');
}

async function stay(world: World, rows: Rows): Promise<void> {
  const entry = pickOf(world, rows.entries, ({ missed }) => missed >= 2);
  if (!entry) return;
  await stayOnWaitlist(world.db, { entry_id: entry.id });
  met(world, 'stayed');
}

async function confirm(world: World, rows: Rows): Promise<void> {
  const ghost = pickOf(world, rows.entries, ({ confirmed_at }) => confirmed_at === null);
  if (!ghost) return;
  await confirmPlace(world.db, { entry_id: ghost.id, now: world.now() });
  met(world, 'confirmed');
}

const named = (rows: readonly { entry_id: string; listing_id: string }[]) =>
  rows.map(({ entry_id, listing_id }) => `${entry_id}: ${listing_id}`).toSorted((a, b) => (a < b ? -1 : 1));

/**
 * Ends the ticket requests and offers that are due. Then calls `makeOffers` twice at the same time, and compares the
 * new offers with `expectedOffers`.
 */
async function passOn(world: World): Promise<void> {
  const now = world.now();
  await expireAll(world.db, { now });
  await lapseOffers(world.db, { now });
  const before = readRows(world.database);
  await Promise.all([1, 2].map(() => makeOffers(world.db, { fees: USUAL_FEES, now })));
  const after = readRows(world.database);
  const old = new Set(before.offers.map(({ id }) => id));
  const made = after.offers.filter(({ id }) => !old.has(id));
  for (const { entry_id } of made)
    if (after.entries.some(({ id, confirmed_at }) => id === entry_id && confirmed_at === null))
      world.outcome.broken.push(`${entry_id} was offered tickets without a confirmed place`);
  const isOver = now.getTime() >= world.start + 5 * HOUR;
  const isStill = isPause(now) && now.getTime() < world.start - HOUR;
  const expected = isOver || isStill ? [] : expectedOffers(before);
  const [offered, wanted] = [made, expected].map((each) => named(each).join(', '));
  if (offered !== wanted)
    world.outcome.broken.push(`at ${newYorkWallClock(now)} offered ${offered}, expected ${wanted}`);
  for (const { id, expires_at } of made) {
    met(world, 'offered');
    const until = new Date(expires_at);
    if (expires_at <= now.getTime() || (isPause(new Date(expires_at - 1)) && expires_at < world.start - HOUR)) {
      world.outcome.broken.push(`offer ${id} of ${newYorkWallClock(now)} ends at ${newYorkWallClock(until)}`);
    }
  }
  const waits = after.listings.filter((row) => row.status === 'active' && row.waitlist_first === 1 && row.quantity > 0);
  if (isStill && waits.length > 0) met(world, 'kept over the pause');
  for (const listing of isOver ? [] : waits) {
    const mayGet = (entry: EntryRow) => entry.places <= listing.quantity && canBeOffered(after, entry, listing);
    if (!isStill || !after.entries.some(mayGet))
      world.outcome.broken.push(`${listing.id} is kept at ${newYorkWallClock(now)}, but for nobody`);
  }
}

const isPause = (at: Date) => {
  const time = newYorkWallClock(at).slice(11);
  return time >= '02:00' && time < '09:00';
};
