import { handoverRow, paymentRow, payoutRow, promisedOf } from '../../../../drizzle/seed/payment-rows.ts';
import { ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import {
  type Event,
  type Handover,
  handovers,
  type Payment,
  payments,
  payoutHolds,
  type Payout,
  payouts,
  type TicketRequest,
  ticketRequests,
} from '../../../../drizzle/tables/all-tables.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import { signedInAs } from '../people/auth.ts';
import { db } from '../db.ts';
import { eventWithTickets } from './event-with-tickets.ts';
import { book } from './paid-sale.ts';

/** Fields that differ from the default rows. Only a charged payment gets a hand-over, a payout and `holds`. */
interface Given {
  event?: Partial<Event>;
  request?: Partial<TicketRequest>;
  payment?: Partial<Payment>;
  handover?: Partial<Handover>;
  payout?: Partial<Payout>;
  holds?: readonly HoldReason[];
}

/** Adds a request for one ticket of $25, by default with a charged payment. */
export async function requestWithPayment({
  event: over = {},
  request: asked = {},
  payment = {},
  handover = {},
  payout = {},
  holds = [],
}: Given = {}) {
  const [seller, buyer] = [await signedInAs('user'), await signedInAs('user')];
  const { event, listed } = await eventWithTickets([{ seller_id: seller.user.id, quantity: 6 }], {
    title: 'Disco Deficit',
    ...over,
  });
  const { status = 'captured' } = payment;
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listed[0]!.id,
    buyer_id: buyer.user.id,
    seller_id: seller.user.id,
    status: status === 'captured' ? 'accepted' : 'pending',
    expires_at: new Date(Date.now() + 600_000),
    ...asked,
  });
  const request_id = request.id;
  await db.insert(ticketRequests).values(request);
  const paid = paymentRow({ request_id, ...promisedOf(event), ...payment, status });
  await db.insert(payments).values(paid);
  if (status === 'captured') {
    await book(request_id, {
      cause: 'captured',
      legs: [['provider', `hold:${request_id}`, paid.tickets_cents + paid.buyer_fee_cents]],
    });
    const due_at = new Date(Date.now() + 3_600_000);
    await db.insert(handovers).values(handoverRow({ request_id, due_at, ...handover }));
    await db.insert(payouts).values(payoutRow({ request_id, seller_id: seller.user.id, ...payout }));
    for (const reason of holds) await db.insert(payoutHolds).values({ request_id, reason, began_at: new Date() });
  }
  return { seller, buyer, event, request, listing: listed[0]! };
}
