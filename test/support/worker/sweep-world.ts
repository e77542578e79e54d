import { env } from 'cloudflare:workers';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import { vouchRow } from '../../../drizzle/seed/vouch-rows.ts';
import {
  authFactors,
  eventGuests,
  givenTickets,
  launchSwitches,
  squadCards,
  squads,
  vouches,
  waitlist,
} from '../../../drizzle/tables/all-tables.ts';
import { sha256Hex } from '../../../worker/http/security/crypto.ts';
import { adminObjects } from './admin-objects.ts';
import { anEvent } from './admin.ts';
import { signedInAs } from './people/auth.ts';
import { db } from './db.ts';
import { boughtDeal } from './trade/file-deal.ts';
import { reseller } from './people/reseller.ts';
import { pdfWith } from './trade/ticket-files.ts';

/** A text in the people's private data that no outsider may read. */
const SECRET = 'zebra-quartz-93417';

export async function sweepWorld() {
  const { deal, ticket } = await boughtDeal({ bytes: pdfWith(SECRET) }, { quantity: 2 });
  await db.update(launchSwitches).set({ is_on: true });
  await env.DB.prepare("update launch_switches set is_on = 0 where feature = 'school'").run();
  const organizer = await signedInAs('organizer', { user: { email: `${crypto.randomUUID()}-${SECRET}@vouch.test` } });
  const on = await adminObjects(organizer.user.id);
  const draft = await anEvent({ organizer_id: organizer.user.id, is_published: false, title: `Draft ${SECRET}` });
  const wanted = {
    wanted_id: crypto.randomUUID(),
    wanted_until: new Date(Date.now() + 60_000),
    most_cents: 3000,
    applicant_id: deal.buyer.user.id,
  };
  const entry = waitlistRow({ event_id: on.own.id, name: `Waits ${SECRET}`, ...wanted });
  const vouch = vouchRow({ voucher_id: deal.buyer.user.id, vouchee_id: deal.seller.user.id });
  const guest = {
    id: crypto.randomUUID(),
    event_id: on.own.id,
    name: `Guest ${SECRET}`,
    name_key: crypto.randomUUID(),
    places: 1,
    created_by: organizer.user.id,
  };
  const given = {
    id: crypto.randomUUID(),
    request_id: deal.id,
    position: 2,
    token_hash: await sha256Hex(crypto.randomUUID()),
    created_at: new Date(),
  };
  const squad = {
    id: crypto.randomUUID(),
    event_id: deal.event.id,
    captain_id: deal.buyer.user.id,
    places: 2,
    most_cents: 3000,
    pay_by: new Date(Date.now() + 60_000),
    shown_start_at: deal.event.start_at,
  };
  const card = { id: crypto.randomUUID(), squad_id: squad.id, user_id: deal.buyer.user.id };
  await db.batch([
    db.insert(waitlist).values(entry),
    db.insert(vouches).values(vouch),
    db.insert(eventGuests).values(guest),
    db.insert(givenTickets).values(given),
    db.insert(squads).values(squad),
    db.insert(squadCards).values(card),
  ]);
  const admin = await signedInAs('admin');
  const ids: Record<string, string> = {
    events: on.own.id,
    'saved-events': on.own.id,
    venues: on.own.venue_id,
    'followed-venues': on.own.venue_id,
    'ticket-requests': deal.id,
    payments: deal.id,
    requests: deal.id,
    handovers: deal.id,
    payouts: deal.id,
    tickets: ticket.id,
    given: given.id,
    squads: squad.id,
    cards: card.id,
    lists: on.own.id,
    'ticket-files': ticket.file_id,
    listings: deal.listing.id,
    blocks: deal.seller.user.id,
    people: on.person.id,
    sellers: deal.seller.user.id,
    organizers: on.person.id,
    'door-staff': on.person.id,
    guests: guest.id,
    messages: 'no-message',
    'chat-reports': 'no-message',
    'dead-messages': 'no-message',
    vouches: vouch.id,
    offers: 'no-offer',
    clubs: on.club.id,
    waitlist: entry.id,
    wanted: wanted.wanted_id,
    'reseller-applications': on.application.id,
    launch: 'live',
    schools: 'no-school',
    asks: 'no-ask',
    refunds: 'no-refund',
    disputes: 'no-dispute',
    images: 'no-image',
    rooms: deal.event.id,
    chats: deal.event.slug,
    door: on.own.slug,
  };
  const objectOf = (kind: string, parameter: string) =>
    parameter === 'slug' && kind === 'events' ? deal.event.slug : ids[kind];
  const known = {
    event_id: on.own.id,
    venue_id: on.own.venue_id,
    request_id: deal.id,
    user_id: on.person.id,
    file_id: ticket.file_id,
  };
  return {
    deal,
    organizer,
    admin,
    draft,
    objectOf,
    known,
    secrets: [SECRET, deal.buyer.user.email!, deal.seller.user.email!],
  };
}

/** Returns the headers of callers who have no rights to the world's objects, by the caller's name. */
export async function outsiders(): Promise<Record<string, Record<string, string>>> {
  const owing = await signedInAs('admin');
  await db
    .insert(authFactors)
    .values({ user_id: owing.user.id, factor_type: 'totp', secret: 'sealed', status: 'verified' });
  const banned = await signedInAs('admin', { user: { banned_until: new Date(Date.now() + 86_400_000) } });
  return {
    'a visitor': {},
    'a student': (await signedInAs('user')).headers,
    'a seller': (await reseller()).headers,
    'another organizer': (await signedInAs('organizer')).headers,
    'an admin without the second factor': owing.headers,
    'a banned admin': banned.headers,
  };
}

export async function allRows(): Promise<Map<string, string>> {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_cf\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\' and name not like 'event\\_index%' escape '\\'",
  ).all<{ name: string }>();
  const found = await env.DB.batch<{ at_row: number }>(
    results.map(({ name }) => env.DB.prepare(`select rowid as at_row, * from "${name}"`)),
  );
  const rows = new Map<string, string>();
  for (const [at, { name }] of results.entries())
    for (const row of found[at]!.results) rows.set(`${name} ${row.at_row}`, JSON.stringify(row));
  return rows;
}

/** Returns all column names, each with a value that the test would recognize in a row. */
export async function plantedFields(): Promise<Record<string, unknown>> {
  const { results } = await env.DB.prepare(
    "select distinct c.name, c.type from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table' and m.sql not like '%virtual%' and m.name not like '\\_cf\\_%' escape '\\'",
  ).all<{ name: string; type: string }>();
  return Object.fromEntries(
    results.map(({ name, type }) => [name, /int|real/i.test(type) ? PLANTED_NUMBER : PLANTED_TEXT]),
  );
}

export const PLANTED_TEXT = 'planted-by-the-sweep';
export const PLANTED_NUMBER = 7_654_321_987;
