import { setTimeout as pauseFor } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/d1';
import {
  addMonthOfNumbers,
  endTimeOf,
  holdTransferUntil,
  moverIntoPast,
  spreadRequests,
} from '../../../drizzle/seed/demo-past.ts';
import { LAUNCH_FEATURES } from '../../../drizzle/vocabulary.ts';
import { PAYMENTS_WORD } from '../../contract/staff/launch.ts';
import { QUESTION_NAMES } from '../../contract/staff/payments-questions.ts';
import { UNDO_MS } from '../../contract/staff/undo.ts';
import { HOUR } from '../../contract/time/durations.ts';
import type { LocalPlatform } from '../platform.ts';
import { approveSeller, type Cast, makeCast } from './accounts.ts';
import { talk } from './chat.ts';
import { call, localServers, post, type Servers } from './client.ts';
import { fillDoor } from './door.ts';
import { type Events, makeEvents } from './events.ts';
import { sellThePast } from './past.ts';
import { makeSales, type State } from './sales.ts';
import { list, reaches, type Sale, type World } from './trade.ts';

/** An extra wait after the time in which an approval can be undone. */
const SOON_MS = 500;
const ON_ITS_WAY_MS = 12 * HOUR;

export interface Filled {
  world: World;
  events: Events;
  sales: Record<State, Sale>;
}

/**
 * Fills a fresh local server through the product's API. Times, a month of statistics and some waitlist entries are
 * written directly to the database.
 */
export async function fillDemo(
  given: Servers,
  { platform, serviceKey }: { platform: LocalPlatform; serviceKey: string },
): Promise<Filled> {
  const servers = localServers(given);
  const now = new Date();
  const db = drizzle(await platform.database());
  const cast = await makeCast(servers, serviceKey);
  const world = { servers, cast };
  await switchOn(world);
  // Disputes and replacements cost more than the first sales earn in fees, so the owner has put money in.
  await post(servers, '/control', { act: 'top_up', id: 'balance' });
  const approved = await approveSeller(servers, cast);
  const events = await makeEvents(servers, cast, now);
  const past = await sellThePast(world, events, moverIntoPast(db));
  await holdTransferUntil(db, { id: past.leaving.id, at: new Date(now.getTime() + ON_ITS_WAY_MS) });
  await befriend(world, past.all);
  await pauseFor(Math.max(0, approved.getTime() + UNDO_MS + SOON_MS - Date.now()));
  await offerEverything(world, events);
  const sales = await makeSales(world, events);
  await endTimeOf(db, { id: sales.expired.id, now: new Date() });
  await reaches(world, sales.expired, ({ status }) => status === 'failed');
  await fillDoor(world, events.tonight);
  await talk(world, events.tonight);
  await plan(world, events);
  await spreadRequests(db, { event_id: events.tonight.id, days: 6 });
  const { tonight, tomorrow, weekend, full } = events;
  await addMonthOfNumbers(db, {
    events: [{ ...tonight, joined: 'accepted' }, tomorrow, weekend, { ...full, joined: 'pending' }],
    now,
  });
  return { world, events, sales };
}

async function switchOn({ servers, cast }: World): Promise<void> {
  for (const feature of LAUNCH_FEATURES) {
    const body = { is_on: true, was_on: false, word: PAYMENTS_WORD, answered: QUESTION_NAMES };
    await call(servers, cast.admin, { method: 'PUT', path: `/api/admin/launch/${feature}`, body });
  }
}

async function befriend({ servers, cast }: World, deals: readonly Sale[]): Promise<void> {
  const everybody = ['student', 'friend', 'roommate', 'classmate', 'seller'] as const;
  for (const role of everybody)
    await call(servers, cast[role], { method: 'PUT', path: '/api/my/mutuals', body: { shows_mutuals: true } });
  const vouch = (who: keyof Cast, { id }: Sale) =>
    call(servers, cast[who], { path: '/api/my/vouches', body: { request_id: id } });
  for (const buyer of ['student', 'friend'] as const) {
    const deal = deals.find((each) => each.buyer === buyer)!;
    await vouch(buyer, deal);
    await vouch('seller', deal);
  }
  const { url } = await call<{ url: string }>(servers, cast.student, { path: '/api/my/vouch-links' });
  await call(servers, cast.friend, { path: '/api/my/vouch-links/accept', body: { token: new URL(url).hash.slice(1) } });
}

async function offerEverything(world: World, { tonight, tomorrow, weekend, full }: Events): Promise<void> {
  // Two sellers share the listings, because each may list only 20 times in a minute.
  const [seller, other] = ['seller', 'reseller'] as const;
  const types = ['application/pdf', 'image/png', 'image/jpeg', 'application/vnd.apple.pkpass'] as const;
  await list(world, { seller, event: tonight, price: 52, kind: 'file', types: types.slice(0, 2), is_instant: true });
  await list(world, { seller: other, event: tonight, price: 48, kind: 'name_list', quantity: 2 });
  // Two tickets of each type, because one becomes the replacement of a failed sale.
  const pairs = [...types, ...types];
  await list(world, { seller, event: tomorrow, price: 46, kind: 'file', types: pairs, is_instant: true });
  await list(world, { seller: other, event: tomorrow, price: 42, kind: 'transfer', quantity: 3 });
  await list(world, { seller, event: tomorrow, price: 44, kind: 'name_list', quantity: 2, mutuals_first: true });
  await list(world, { seller: other, event: weekend, price: 45, kind: 'transfer', quantity: 4 });
  await list(world, { seller: other, event: full, price: 50, kind: 'file', types: types.slice(1, 2) });
}

async function plan({ servers, cast }: World, { weekend, full }: Events): Promise<void> {
  await call(servers, cast.student, { method: 'PUT', path: `/api/my/saved-events/${weekend.id}` });
  for (const role of ['student', 'friend', 'classmate'] as const) {
    const { email } = cast[role];
    const form = { name: 'A student', email, phone: '617 555 0100', instagram: role, school: 'Boston University' };
    await call(servers, cast[role], { path: '/api/waitlist', body: { ...form, event_id: full.id, places: 1 } });
  }
  const { email } = cast.friend;
  const form = { name: 'A friend', email, phone: '617 555 0100', instagram: 'friend', school: 'Boston University' };
  await call(servers, cast.friend, { path: '/api/reseller-applications', body: form });
}
