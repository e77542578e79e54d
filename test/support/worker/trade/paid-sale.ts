import { handoverRow, paymentRow, payoutRow, promisedOf } from '../../../../drizzle/seed/payment-rows.ts';
import { eventRow, listingRow, profileRow, ticketRequestRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import {
  events,
  handovers,
  ledgerTransfers,
  listings,
  payments,
  payoutHolds,
  payouts,
  profiles,
  ticketRequests,
  venues,
  type Event,
  type Handover,
  type Payment,
  type Payout,
} from '../../../../drizzle/tables/all-tables.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import { db } from '../db.ts';

interface PaidSale {
  seller_id: string;
  buyer_id?: string;
  tickets_cents?: number;
  event?: Partial<Event>;
  payment?: Partial<Payment>;
  handover?: Partial<Handover>;
  payout?: Partial<Payout>;
  holds?: readonly HoldReason[];
}

/** Adds a paid and accepted ticket request. By default its tickets are received, and the seller's money is due. */
export async function paidSale({
  seller_id,
  buyer_id,
  tickets_cents = 4000,
  event: night,
  holds = [],
  ...over
}: PaidSale) {
  const venue = venueRow();
  const event = eventRow({
    venue_id: venue.id,
    start_at: new Date('2030-06-01T02:00:00Z'),
    end_at: new Date('2030-06-01T06:00:00Z'),
    ...night,
  });
  const listing = listingRow({ event_id: event.id, seller_id, quantity: 1, ask_price_cents: tickets_cents });
  const buyer = profileRow();
  const at = new Date('2030-05-30T12:00:00Z');
  const request = ticketRequestRow({
    event_id: event.id,
    listing_id: listing.id,
    buyer_id: buyer_id ?? buyer.id,
    seller_id,
  });
  const request_id = request.id;
  const handover = handoverRow({ request_id, due_at: at, status: 'received', ...over.handover });
  const payment = paymentRow({
    request_id,
    ...promisedOf(event),
    tickets_cents,
    buyer_fee_cents: 100,
    status: 'captured',
    released_at: handover.status === 'received' ? at : null,
    ...over.payment,
  });
  await db.batch([
    db.insert(venues).values(venue),
    db.insert(events).values(event),
    db.insert(listings).values(listing),
    db.insert(profiles).values(buyer),
    db.insert(ticketRequests).values({ ...request, status: 'accepted' }),
    db.insert(payments).values(payment),
    db.insert(handovers).values(handover),
    db
      .insert(payouts)
      .values(payoutRow({ request_id, seller_id, due_at: new Date('2030-06-04T06:00:00Z'), ...over.payout })),
  ]);
  for (const reason of holds) await db.insert(payoutHolds).values({ request_id, reason, began_at: at });
  await book(request_id, { cause: 'captured', legs: [['provider', `hold:${request_id}`, tickets_cents + 100]] });
  if (payment.released_at) {
    await book(request_id, {
      cause: 'received',
      legs: [
        [`hold:${request_id}`, `payable:${seller_id}`, tickets_cents],
        [`hold:${request_id}`, 'income:fees', 100],
      ],
    });
  }
  return { request_id, event, listing };
}

/** Each leg moves an amount in cents from the account `credit` to the account `debit`. */
export async function book(
  request_id: string,
  { cause, legs }: { cause: string; legs: [debit: string, credit: string, cents: number][] },
) {
  await db.insert(ledgerTransfers).values(
    legs.map(([debit, credit, amount_cents], leg) => ({
      cause: `${cause}:${request_id}`,
      leg,
      debit,
      credit,
      amount_cents,
      request_id,
      at: new Date('2030-05-30T12:00:00Z'),
    })),
  );
}
