import { eq, type SQL, sql } from 'drizzle-orm';
import { isAskedOrUnpaid } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { launchSwitches } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import type { MailEvent } from '../../../http/outbox/mail.ts';

const mailedEvent = named('event', { title: events.title, slug: events.slug, start_at: events.start_at });
const mailedVenue = named('venue', { name: venues.name, city: venues.city });

/**
 * A query for a request's seller: `email` and `user_id`, one row or none. It has no row while `/my-tickets` is closed
 * the buyer's card is not authorised, or the seller was asked before, or if the same buyer has sent this seller another
 * request after `quietSince`.
 */
export function sellerToTell({
  id,
  quietSince,
  made_at,
}: {
  id: string;
  quietSince: Date;
  made_at?: Date | undefined;
}): SQL {
  return sql`select ${authUsers.email} as email, ${authUsers.id} as user_id from ${ticketRequests}
    join ${authUsers} on ${authUsers.id} = ${ticketRequests.seller_id}
    where ${ticketRequests.id} = ${id} and ${
      made_at
        ? sql`${ticketRequests.created_at} =
      ${made_at.getTime()}`
        : sql`1`
    } and not ${isAskedOrUnpaid}
      and not exists (select 1 from ticket_requests as other where other.buyer_id = ${ticketRequests.buyer_id}
        and other.id <> ${id}
        and other.created_at > ${quietSince.getTime()} and other.seller_id = ${ticketRequests.seller_id})
      and exists (select 1 from ${launchSwitches} where ${launchSwitches.feature} = 'my-tickets'
        and ${launchSwitches.is_on} = 1)`;
}

/** The event that a mail names, or undefined if it does not exist. */
export async function findMailedEvent(db: Db, { id }: { id: string }): Promise<MailEvent | undefined> {
  const [row] = await db
    .select({ event: mailedEvent, venue: mailedVenue })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(eq(events.id, id));
  return row && { ...row.event, venue: row.venue };
}
