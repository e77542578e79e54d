import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { eventGuests } from '../../../../drizzle/tables/nights/event-guests.ts';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { waitlistPasses } from '../../../../drizzle/tables/door/waitlist-passes.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { passVoid } from '../../../../drizzle/tables/door/pass-void.ts';
import { passes } from '../../../../drizzle/tables/door/passes.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { scans } from '../../../../drizzle/tables/door/scans.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Db } from '../../../context.ts';
import type { DoorEntry, DoorPlace } from '../../../contract/door/judge-pass.ts';

/** A door list has at most this many ticket requests, this many guests, and this many people from the waitlist. */
const MOST = 5000;

const ofEvent = (slug: string) => sql`(select this.id from events as this where this.slug = ${slug})`;

/** Query for the accepted ticket requests of an event. If a request has a payment, the card must be charged already. */
export const readTickets = (db: Db, { slug, only }: { slug: string; only?: SQL }) =>
  db
    .select({
      request_id: sql<string>`${ticketRequests.id}`.as('request_id'),
      quantity: ticketRequests.quantity,
      name: profiles.display_name,
      void: passVoid.as('void'),
    })
    .from(ticketRequests)
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
    .leftJoin(payments, eq(payments.request_id, ticketRequests.id))
    .leftJoin(handovers, eq(handovers.request_id, ticketRequests.id))
    .where(
      and(
        eq(ticketRequests.event_id, ofEvent(slug)),
        eq(ticketRequests.status, 'accepted'),
        or(isNull(payments.status), eq(payments.status, 'captured')),
        only,
      ),
    )
    .limit(MOST);

/** Query for the passes of an event, including void passes. */
export const readPasses = (db: Db, { slug, only }: { slug: string; only?: SQL }) =>
  db
    .select({ id: passes.id, request_id: passes.request_id, position: passes.position, voided_at: passes.voided_at })
    .from(passes)
    .innerJoin(ticketRequests, eq(ticketRequests.id, passes.request_id))
    .where(and(eq(ticketRequests.event_id, ofEvent(slug)), only))
    .limit(4 * MOST);

export const readGiven = (db: Db, { slug, only }: { slug: string; only?: SQL }) =>
  db
    .select({ request_id: givenTickets.request_id, position: givenTickets.position, name: profiles.display_name })
    .from(givenTickets)
    .innerJoin(ticketRequests, eq(ticketRequests.id, givenTickets.request_id))
    .innerJoin(profiles, eq(profiles.id, givenTickets.friend_id))
    .where(and(eq(ticketRequests.event_id, ofEvent(slug)), isNull(givenTickets.ended_at), only))
    .limit(4 * MOST);

export const readGuests = (db: Db, { slug, only }: { slug: string; only?: SQL }) =>
  db
    .select({ id: eventGuests.id, name: eventGuests.name, places: eventGuests.places })
    .from(eventGuests)
    .where(and(eq(eventGuests.event_id, ofEvent(slug)), only))
    .limit(MOST);

export const readWaiting = (db: Db, { slug, now, only }: { slug: string; now: Date; only?: SQL }) =>
  db
    .select({
      id: waitlist.id,
      name: waitlist.name,
      places: waitlist.places,
      pass_id: sql<string | null>`${waitlistPasses.id}`.as('pass_id'),
    })
    .from(waitlist)
    .leftJoin(waitlistPasses, eq(waitlistPasses.entry_id, waitlist.id))
    .where(and(eq(waitlist.event_id, ofEvent(slug)), eq(toldStatus(waitlist, now), 'accepted'), only))
    .limit(MOST);

export const readScans = (db: Db, { slug, only }: { slug: string; only?: SQL }) =>
  db
    .select({
      nonce: scans.nonce,
      place: scans.place,
      at: scans.at,
      door: scans.door,
      way: scans.way,
      seat: scans.seat,
      undone_at: scans.undone_at,
    })
    .from(scans)
    .where(and(eq(scans.event_id, ofEvent(slug)), only))
    .orderBy(asc(scans.at), asc(scans.nonce))
    .limit(4 * MOST);

type Rows<F extends (...given: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<F>>;

export function placesOf(rows: {
  tickets: Rows<typeof readTickets>;
  passes: Rows<typeof readPasses>;
  given: Rows<typeof readGiven>;
  guests: Rows<typeof readGuests>;
  waiting: Rows<typeof readWaiting>;
}): DoorPlace[] {
  const valid = new Map(rows.passes.filter((pass) => !pass.voided_at).map((pass) => [ticketPlace(pass), pass.id]));
  const friends = new Map(rows.given.map((ticket) => [ticketPlace(ticket), ticket.name]));
  const one = { places: 1, position: null, of: null, pass_id: null, void: null };
  return [
    ...rows.tickets.flatMap(({ request_id, quantity, name, void: because }) =>
      Array.from({ length: quantity }, (_, at) => {
        const place = ticketPlace({ request_id, position: at + 1 });
        const pass_id = valid.get(place) ?? null;
        // A friend who holds the ticket is listed under their own name.
        const holder = (friends.has(place) ? friends.get(place) : name) ?? 'A student';
        return { place, name: holder, places: 1, position: at + 1, of: quantity, pass_id, void: because };
      }),
    ),
    ...rows.guests.map(({ id, name, places }) => ({ ...one, place: `guest:${id}`, name, places })),
    ...rows.waiting.map(({ id, ...entry }) => ({ ...one, place: `waitlist:${id}`, ...entry })),
  ];
}

export const ticketPlace = ({ request_id, position }: { request_id: string; position: number }) =>
  `ticket:${request_id}:${position}`;

export const entryOf = ({ undone_at, at, ...scan }: Rows<typeof readScans>[number]): DoorEntry => ({
  ...scan,
  at: at.toISOString(),
  undone: undone_at !== null,
});
