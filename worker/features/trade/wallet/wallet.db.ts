import { and, eq } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { passFacts } from '../../../../drizzle/tables/door/pass-void.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { requestNotFound } from '../../../http/answers/errors.ts';
import { refuseWithoutPass } from '../../../http/shared/pass-refusals.ts';

/** `ticket` counts from 1. */
export interface AskedTicket {
  db: Db;
  id: string;
  buyer_id: string;
  ticket: number;
  now: Date;
}

export interface WalletTicket {
  request_id: string;
  event_id: string;
  title: string;
  start_at: Date;
  venue_name: string;
  address: string;
  ticket: number;
  of: number;
}

/** Throws `tickets.request_not_found` for an unknown request or ticket, and the errors of `refuseWithoutPass`. */
export async function findWalletTicket({ db, id, buyer_id, ticket, now }: AskedTicket): Promise<WalletTicket> {
  const [found] = await db
    .select({
      ...passFacts({ now }),
      quantity: ticketRequests.quantity,
      event_id: events.id,
      title: events.title,
      start_at: events.start_at,
      venue: { name: venues.name, address: venues.address, city: venues.city, state: venues.state },
    })
    .from(ticketRequests)
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .leftJoin(payments, eq(payments.request_id, ticketRequests.id))
    .leftJoin(handovers, eq(handovers.request_id, ticketRequests.id))
    .where(and(eq(ticketRequests.id, id), eq(ticketRequests.buyer_id, buyer_id)));
  if (!found || ticket > found.quantity) throw requestNotFound();
  refuseWithoutPass(found);
  const { event_id, title, start_at, quantity, venue } = found;
  const address = [venue.address, venue.city, venue.state].filter(Boolean).join(', ');
  return { request_id: id, event_id, title, start_at, venue_name: venue.name, address, ticket, of: quantity };
}
