import { and, asc, eq, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { disputes } from '../../../../drizzle/tables/trade/money/disputes.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { mailedEvent, mailedVenue } from '../listings/mailed-event.db.ts';
import { addressOf, nameOf } from './find-untold.db.ts';

export function findUntoldDisputes(db: Db, { limit }: { limit: number }) {
  return db
    .select({
      id: disputes.provider_id,
      request_id: disputes.request_id,
      status: disputes.status,
      told_status: disputes.told_status,
      amount_cents: disputes.amount_cents,
      handover: sql<HandoverStatus | null>`(select status from handovers
        where handovers.request_id = ${disputes.request_id})`.as('handover'),
      quantity: ticketRequests.quantity,
      buyer_name: nameOf(ticketRequests.buyer_id).as('buyer_name'),
      seller_name: nameOf(ticketRequests.seller_id).as('seller_name'),
      event: mailedEvent,
      venue: mailedVenue,
    })
    .from(disputes)
    .innerJoin(ticketRequests, eq(ticketRequests.id, disputes.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(sql`${disputes.told_status} is not ${disputes.status}`)
    .orderBy(asc(disputes.opened_at))
    .limit(limit);
}

export type UntoldDispute = Awaited<ReturnType<typeof findUntoldDisputes>>[number];

const isUntold = ({ id, status, told_status }: UntoldDispute) =>
  sql`exists (select 1 from disputes as telling where telling.provider_id = ${id} and telling.status = ${status}
    and telling.told_status is ${told_status})`;

/** Finds the reader of the mail. Returns no row if another run has already written the mail. */
export const readerOfDispute = (role: 'buyer' | 'seller', dispute: UntoldDispute) =>
  addressOf(role, { request: sql`${dispute.request_id}`, only: isUntold(dispute) });

export const markDispute = (db: Db, dispute: UntoldDispute) =>
  db
    .update(disputes)
    .set({ told_status: dispute.status })
    .where(and(eq(disputes.provider_id, dispute.id), isUntold(dispute)));
