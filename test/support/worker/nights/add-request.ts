import { listingRow, profileRow, ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import {
  type Listing,
  listings,
  profiles,
  type TicketRequest,
  ticketRequests,
} from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';

/** Adds a ticket request with its listing and seller. Without `buyer_id`, it also adds the buyer. */
export async function addRequest(
  event_id: string,
  { listing: onSale = {}, ...over }: Partial<TicketRequest> & { listing?: Partial<Listing> } = {},
): Promise<TicketRequest> {
  const [seller, buyer] = [profileRow(), profileRow()];
  const listing = listingRow({ event_id, seller_id: seller.id, quantity: 6, ...onSale });
  const on = { event_id, listing_id: listing.id, seller_id: seller.id, buyer_id: buyer.id };
  const request = ticketRequestRow({ ...on, ...over });
  await db.batch([
    db.insert(profiles).values([seller, buyer]),
    db.insert(listings).values(listing),
    db.insert(ticketRequests).values(request),
  ]);
  return request;
}
