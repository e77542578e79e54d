import { eq, type SQL, sql } from 'drizzle-orm';
import { isAskedOrUnpaid } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { launchSwitches } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { HOUR } from '../../../contract/time/durations.ts';
import type { MailEvent } from '../../../http/outbox/mail.ts';
import { mailedEvent, mailedVenue } from '../listings/mailed-event.db.ts';

/**
 * A seller gets no mail about a ticket request if the same buyer made another one for the event within this time
 * before, in ms.
 */
const QUIET_MS = HOUR;

/** SQL value: when the seller was asked. Null if not asked yet, or if the listing sells at once. */
const askedAt = (request: string) =>
  sql.raw(`iif(exists (select 1 from payments p where p.request_id = ${request}.id),
  (select p.seller_asked_at from payments p where p.request_id = ${request}.id and p.sold_at_once = 0),
  ${request}.created_at)`);

/**
 * SQL condition: less than `QUIET_MS` ago, the seller got a mail about another ticket request of this buyer for this
 * event. A ticket request whose own mail was skipped does not count.
 */
const hasJustHeard = (now: Date) => sql`exists (select 1 from ticket_requests as other
  where other.buyer_id = ${ticketRequests.buyer_id} and other.seller_id = ${ticketRequests.seller_id}
    and other.event_id = ${ticketRequests.event_id} and other.id <> ${ticketRequests.id}
    and ${askedAt('other')} > ${now.getTime() - QUIET_MS}
    and not exists (select 1 from ticket_requests as before
      where before.buyer_id = other.buyer_id and before.seller_id = other.seller_id
        and before.event_id = other.event_id and before.id not in (other.id, ${ticketRequests.id})
        and ${askedAt('before')} between ${askedAt('other')} - ${QUIET_MS} and ${askedAt('other')}))`;

/**
 * Query for the `email` and `user_id` of the seller. Returns no row if no mail is due. If `made_at` is given, it must
 * also equal the `created_at` of the ticket request.
 */
export function sellerToTell({ id, now, made_at }: { id: string; now: Date; made_at?: Date | undefined }): SQL {
  return sql`select ${authUsers.email} as email, ${authUsers.id} as user_id from ${ticketRequests}
    join ${authUsers} on ${authUsers.id} = ${ticketRequests.seller_id}
    where ${ticketRequests.id} = ${id}
      and ${made_at ? sql`${ticketRequests.created_at} = ${made_at.getTime()}` : sql`1`}
      and not ${isAskedOrUnpaid} and not ${hasJustHeard(now)}
      and exists (select 1 from ${launchSwitches} where ${launchSwitches.feature} = 'my-tickets'
        and ${launchSwitches.is_on} = 1)`;
}

export async function findMailedEvent(db: Db, { id }: { id: string }): Promise<MailEvent | undefined> {
  const [row] = await db
    .select({ event: mailedEvent, venue: mailedVenue })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(eq(events.id, id));
  return row && { ...row.event, venue: row.venue };
}
