import { and, count, desc, eq, inArray, sql, sum } from 'drizzle-orm';
import { hasBadge } from '../../../../drizzle/tables/people/badge.ts';
import { organizes } from '../../../../drizzle/tables/nights/event-rights.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import { lacksBadge } from '../../../../drizzle/tables/people/trade-rights.ts';
import { isOwnEntry } from '../../../../drizzle/tables/nights/own-entry.ts';
import { waitlist } from '../../../../drizzle/tables/nights/waitlist.ts';
import type { Actor, Db } from '../../../context.ts';
import { emailKey } from '../../../contract/people/people.ts';
import { isLive, requestsAs } from './my-tickets.db.ts';

export async function findMyEvent(
  db: Db,
  { user_id, email, role, event_id, now }: Pick<Actor, 'user_id' | 'email' | 'role'> & { event_id: string; now: Date },
) {
  const [requests, [selling], [entry], [badge], [event], [squad]] = await db.batch([
    // The plus makes the database use the index by person, which finds far fewer requests than the index by event.
    requestsAs(db, {
      role: 'buyer',
      user_id,
      now,
      only: and(sql`+${ticketRequests.event_id} = ${event_id}`, isLive(now)),
    }),
    db
      .select({
        listings: count(),
        quantity: sum(listings.quantity).mapWith(Number),
        held: sum(listings.held).mapWith(Number),
      })
      .from(listings)
      .where(
        and(
          eq(listings.seller_id, user_id),
          eq(listings.event_id, event_id),
          inArray(listings.status, ['active', 'reserved']),
        ),
      ),
    db
      .select({
        status: toldStatus(waitlist, now),
        is_confirmed: sql<boolean>`${waitlist.confirmed_at} is not
        null`.mapWith(Boolean),
      })
      .from(waitlist)
      .where(and(eq(waitlist.event_id, event_id), isOwnEntry({ user_id, email_key: emailKey(email ?? ''), now })))
      .limit(1),
    db
      .select({
        has_badge: hasBadge(user_id, now).as('has_badge'),
        lacks_badge: lacksBadge(user_id, now).as('lacks_badge'),
      })
      .from(sql`(select 1)`),
    db
      .select({ organizes: organizes(user_id) })
      .from(events)
      .where(eq(events.id, event_id)),
    openSquads(db, { user_id, event_id }).limit(1),
  ]);
  return {
    requests,
    selling: selling && selling.listings > 0 ? { quantity: selling.quantity, held: selling.held } : null,
    waitlist: entry ? (entry.is_confirmed ? entry.status : ('unconfirmed' as const)) : null,
    squad: squad ?? null,
    may_manage: event !== undefined && (role === 'admin' || (role === 'organizer' && event.organizes === 1)),
    is_student_verified: badge?.has_badge ?? false,
    lacks_badge: badge?.lacks_badge ?? false,
  };
}

/**
 * Query for the open squads of a person at an event. The plus and the literal statuses let the database start from that
 * person's squads and cards.
 */
const openSquads = (db: Db, { user_id, event_id }: { user_id: string; event_id: string }) =>
  db
    .select({
      id: squads.id,
      places: squads.places,
      authorized: sql<number>`(select count(*) from squad_cards as card where card.squad_id = squads.id
        and card.left_at is null and card.status in ('awaiting', 'authorized', 'used')
        and card.status <> 'awaiting')`.as('authorized'),
    })
    .from(squads)
    .where(
      sql`${squads.id} in (
        select planned.id from squads as planned
          where planned.captain_id = ${user_id} and planned.event_id = ${event_id} and planned.status = 'gathering'
        union all select own.squad_id from squad_cards as own
          where own.user_id = ${user_id} and own.left_at is null and (own.status in ('awaiting', 'authorized')
            or own.status = 'used' and exists (select 1 from ticket_requests as asked
              where asked.id = own.id and asked.status = 'pending')))
        and +${squads.event_id} = ${event_id} and ${squads.status} <> 'ended'`,
    )
    .orderBy(desc(squads.created_at));
