import { and, asc, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import { passVoid } from '../../../../drizzle/tables/door/pass-void.ts';
import { isPublic, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { goings } from '../../../../drizzle/tables/nights/goings.ts';
import { isOwnEntry } from '../../../../drizzle/tables/nights/own-entry.ts';
import { savedEvents } from '../../../../drizzle/tables/nights/saved-events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { isLost } from '../../../../drizzle/tables/trade/bought-tickets.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venueFollows } from '../../../../drizzle/tables/nights/venues/venue-follows.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { emailKey } from '../../../contract/people/people.ts';

/** At most this many plans of each kind, the latest events first. */
export const MOST = 500;

const planColumns = (now: Date) => ({
  id: events.id,
  title: events.title,
  slug: events.slug,
  start_at: events.start_at,
  end_at: events.end_at,
  cancelled_at: events.cancelled_at,
  created_at: events.created_at,
  // A calendar entry shows the venue, so a change of the venue counts too.
  updated_at: sql<Date>`max(${events.updated_at}, ${venues.updated_at})`.mapWith(events.updated_at).as('updated_at'),
  is_public: sql<boolean>`${isPublic(now)}`.mapWith(Boolean).as('is_public'),
  venue: named('venue', { name: venues.name, address: venues.address, city: venues.city, state: venues.state }),
});

function planQueries(db: Db, { user_id, email, now }: { user_id: string; email: string | null; now: Date }) {
  const columns = planColumns(now);
  // A decision that can still be undone is not shown yet.
  const { status, expires_at, asked_until, answer, buyer_id } = ticketRequests;
  const state = sql<TicketRequestStatus>`case when ${status} = 'pending' and ${expires_at} <= ${now.getTime()}
    then coalesce(${answer}, 'expired') else ${status} end`;
  return [
    db
      .select(columns)
      .from(savedEvents)
      .innerJoin(events, eq(events.id, savedEvents.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(eq(savedEvents.user_id, user_id))
      .orderBy(desc(events.start_at))
      .limit(MOST),
    db
      .select({
        ...columns,
        status: toldStatus(waitlist, now).as('status'),
        is_confirmed: sql<boolean>`${waitlist.confirmed_at} is not null`.mapWith(Boolean).as('is_confirmed'),
        offer_id: sql<string | null>`(select offer.id from waitlist_offers offer where offer.entry_id = ${waitlist.id}
          and offer.status = 'open' and offer.expires_at > ${now.getTime()})`.as('offer_id'),
      })
      .from(waitlist)
      .innerJoin(events, eq(events.id, waitlist.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(isOwnEntry({ user_id, email_key: emailKey(email ?? ''), now }))
      .orderBy(desc(events.start_at))
      .limit(MOST),
    db
      .select({
        ...columns,
        request_state: state.as('request_state'),
        request_until: sql<Date>`coalesce(${asked_until}, ${expires_at})`.mapWith(expires_at).as('request_until'),
        request: named('request', { id: ticketRequests.id, quantity: ticketRequests.quantity }),
      })
      .from(ticketRequests)
      .innerJoin(events, eq(events.id, ticketRequests.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(and(eq(buyer_id, user_id), inArray(state, ['pending', 'accepted']), not(isLost)))
      .orderBy(desc(events.start_at))
      .limit(MOST),
    db
      .select(columns)
      .from(givenTickets)
      .innerJoin(ticketRequests, eq(ticketRequests.id, givenTickets.request_id))
      .innerJoin(payments, eq(payments.request_id, ticketRequests.id))
      .leftJoin(handovers, eq(handovers.request_id, ticketRequests.id))
      .innerJoin(events, eq(events.id, ticketRequests.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(
        and(
          eq(givenTickets.friend_id, user_id),
          isNull(givenTickets.ended_at),
          sql`coalesce(${passVoid}, 'cancelled') = 'cancelled'`,
        ),
      )
      .orderBy(desc(events.start_at))
      .limit(MOST),
    db
      .select({ ...columns, intent: goings.intent })
      .from(goings)
      .innerJoin(events, eq(events.id, goings.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(and(eq(goings.user_id, user_id), isLaunched('going')))
      .orderBy(desc(events.start_at))
      .limit(MOST),
  ] as const;
}

type Results<Q extends readonly unknown[]> = { [K in keyof Q]: Awaited<Q[K]> };
type Rows = Results<ReturnType<typeof planQueries>>;

export type Plan = Rows[0][number] & {
  is_saved: boolean;
  waitlist: Rows[1][number]['status'] | 'unconfirmed' | null;
  /** The id of the person's open waitlist offer. */
  offer_id?: string;
  going: Rows[4][number]['intent'] | null;
  /** How many valid tickets friends gave to the person. */
  from_friends: number;
  requests: (Rows[2][number]['request'] & { status: TicketRequestStatus; expires_at: Date })[];
};

/** Merges the rows into one plan per event, sorted by start. */
export function plansOf([saved, waiting, asked, given, said]: Rows): Plan[] {
  const plans = new Map<string, Plan>();
  const at = (event: Rows[0][number]) => {
    const nothing = { is_saved: false, waitlist: null, going: null, from_friends: 0, requests: [] };
    const plan = plans.get(event.id) ?? { ...event, ...nothing };
    plans.set(event.id, plan);
    return plan;
  };
  for (const event of saved) at(event).is_saved = true;
  for (const { status, is_confirmed, offer_id, ...event } of waiting) {
    at(event).waitlist = is_confirmed ? status : 'unconfirmed';
    if (offer_id !== null) at(event).offer_id = offer_id;
  }
  for (const { request, request_state, request_until, ...event } of asked)
    at(event).requests.push({ ...request, status: request_state, expires_at: request_until });
  for (const event of given) at(event).from_friends += 1;
  for (const { intent, ...event } of said) at(event).going = intent;
  return [...plans.values()].toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime() || (a.id < b.id ? -1 : 1));
}

/** Finds a person's plans, and the followed venues, each with the start of its next event. One round trip. */
export async function findPlans(db: Db, person: { user_id: string; email: string | null; now: Date }) {
  const { now, user_id } = person;
  const [saved, waiting, asked, given, said, followed] = await db.batch([
    ...planQueries(db, person),
    db
      .select({
        id: venues.id,
        name: venues.name,
        slug: venues.slug,
        city: venues.city,
        next_at: sql<Date | null>`(select min(${events.start_at}) from ${events} where ${events.venue_id} = ${venues.id}
          and ${events.start_at} > ${now.getTime()} and ${takesPlace(now)})`
          .mapWith(events.start_at)
          .as('next_at'),
      })
      .from(venueFollows)
      .innerJoin(venues, eq(venues.id, venueFollows.venue_id))
      .where(eq(venueFollows.user_id, user_id))
      .orderBy(asc(venues.name), asc(venues.id)),
  ]);
  return { plans: plansOf([saved, waiting, asked, given, said]), venues: followed };
}
