import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { givenTickets } from '../../../../drizzle/tables/door/given-tickets.ts';
import { isOverForBuyer, passVoid } from '../../../../drizzle/tables/door/pass-void.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { isActiveAccount } from '../../../../drizzle/tables/people/trade-rights.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { ticketPosition } from '../../../../drizzle/tables/trade/listing-tickets.ts';
import type { Db } from '../../../context.ts';
import type { GivenTicket } from '../../../contract/door/given.ts';
import { givenGone, oneEach } from './given.errors.ts';

const MOST_FROM_FRIENDS = 50;

export interface Asked {
  user_id: string;
  now: Date;
}

/** SQL condition: the paid tickets of the request `id` can be given away and shown at a door. */
export const isUsable = (id: SQL, now: Date) => sql`exists (select 1 from ${ticketRequests}
  join ${payments} on ${payments.request_id} = ${ticketRequests.id}
  join ${events} on ${events.id} = ${ticketRequests.event_id}
  left join ${handovers} on ${handovers.request_id} = ${ticketRequests.id}
  where ${ticketRequests.id} = ${id} and ${isLaunched('handover')} and ${ticketRequests.status} = 'accepted'
    and ${payments.status} = 'captured' and ${passVoid} is null and not ${isOverForBuyer(now)})`;

/** SQL condition: a door has let somebody in with this ticket. */
export const isInside = sql`exists (select 1 from scans as entry where entry.request_id = ${givenTickets.request_id}
  and entry.position = ${givenTickets.position} and entry.seat is not null)`;

/**
 * SQL condition: the buyer may take the ticket back. No door has let somebody in with it. The friend has not opened it,
 * or cannot return it because the account is banned or deleted.
 */
export const mayTakeBack = (now: Date) => sql`(not ${isInside}
  and (${givenTickets.opened_at} is null or not ${isActiveAccount(sql`${givenTickets.friend_id}`, now)}))`;

/** SQL condition: the person accepted a ticket of the same request, perhaps this one, and still holds it. */
export const hasOne = (user_id: string) => sql`exists (select 1 from given_tickets as other
  where other.request_id = ${givenTickets.request_id} and other.friend_id = ${user_id} and other.ended_at is null)`;

/** Finds the ticket that a buyer gives away with a link. Throws `given.gone` and `given.one_each`. */
export async function findGiven(db: Db, { token_hash, user_id, now }: Asked & { token_hash: string }) {
  const [found] = await db
    .select({
      request_id: givenTickets.request_id,
      title: events.title,
      slug: events.slug,
      start_at: events.start_at,
      venue_name: sql<string>`${venues.name}`.as('venue_name'),
      from: profiles.display_name,
      is_own: sql`${ticketRequests.buyer_id} = ${user_id}`.mapWith(Boolean).as('is_own'),
      is_mine: sql`${givenTickets.friend_id} is ${user_id}`.mapWith(Boolean).as('is_mine'),
      was_opened:
        sql`exists (select 1 from listing_tickets where listing_tickets.request_id = ${givenTickets.request_id}
        and listing_tickets.shown_at is not null and ${ticketPosition} = ${givenTickets.position})`
          .mapWith(Boolean)
          .as('was_opened'),
      has_one: hasOne(user_id).mapWith(Boolean).as('has_one'),
    })
    .from(givenTickets)
    .innerJoin(ticketRequests, eq(ticketRequests.id, givenTickets.request_id))
    .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(
      and(
        eq(givenTickets.token_hash, token_hash),
        isNull(givenTickets.ended_at),
        sql`(${givenTickets.friend_id} is null or ${givenTickets.friend_id} = ${user_id})`,
        sql`(${givenTickets.to_id} is null or ${givenTickets.to_id} = ${user_id}
          or ${ticketRequests.buyer_id} = ${user_id})`,
        isUsable(sql`${givenTickets.request_id}`, now),
        areApart(sql`${ticketRequests.buyer_id}`, sql`${user_id}`),
      ),
    );
  if (!found) throw givenGone();
  const { has_one, ...ticket } = found;
  if (has_one && !ticket.is_mine) throw oneEach();
  return ticket;
}

/**
 * Lists, by position, the tickets of a request that its buyer gave away. `opened`: the positions of tickets that came
 * back after a friend had opened them.
 */
export async function listGiven(
  db: Db,
  { request_id, user_id, now }: Asked & { request_id: string },
): Promise<{ given: GivenTicket[]; opened: number[] }> {
  const isOwn = and(eq(givenTickets.request_id, request_id), eq(ticketRequests.buyer_id, user_id));
  const given = db
    .select({
      id: givenTickets.id,
      position: givenTickets.position,
      friend: profiles.display_name,
      is_accepted: sql`${givenTickets.accepted_at} is not null`.mapWith(Boolean).as('is_accepted'),
      may_take_back: mayTakeBack(now).mapWith(Boolean).as('may_take_back'),
    })
    .from(givenTickets)
    .innerJoin(ticketRequests, eq(ticketRequests.id, givenTickets.request_id))
    .leftJoin(profiles, eq(profiles.id, sql`coalesce(${givenTickets.friend_id}, ${givenTickets.to_id})`))
    .where(and(isOwn, isNull(givenTickets.ended_at)))
    .orderBy(asc(givenTickets.position));
  const opened = db
    .selectDistinct({ position: givenTickets.position })
    .from(givenTickets)
    .innerJoin(ticketRequests, eq(ticketRequests.id, givenTickets.request_id))
    .where(and(isOwn, isNotNull(givenTickets.ended_at), isNotNull(givenTickets.opened_at)));
  const [live, before] = await db.batch([given, opened]);
  return { given: live, opened: before.map(({ position }) => position) };
}

export async function listFromFriends(db: Db, { user_id, now }: Asked) {
  return db
    .select({
      request_id: givenTickets.request_id,
      from: profiles.display_name,
      event: {
        title: events.title,
        slug: events.slug,
        start_at: events.start_at,
        end_at: events.end_at,
        venue_name: sql<string>`${venues.name}`.as('venue_name'),
      },
    })
    .from(givenTickets)
    .innerJoin(ticketRequests, eq(ticketRequests.id, givenTickets.request_id))
    .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(
      and(
        eq(givenTickets.friend_id, user_id),
        isNull(givenTickets.ended_at),
        isUsable(sql`${givenTickets.request_id}`, now),
      ),
    )
    .orderBy(asc(events.start_at))
    .limit(MOST_FROM_FRIENDS);
}
