import { listingTicketRow, ticketFileRow } from '../../../../drizzle/seed/ticket-rows.ts';
import {
  type Listing,
  type ListingTicket,
  listingTickets,
  ticketFiles,
} from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';

/** Adds `count` tickets to a listing of kind `file`. Each has a row for its file, but the file itself is not stored. */
export async function ticketsOf({ id, event_id, seller_id }: Listing, count: number): Promise<ListingTicket[]> {
  const made: ListingTicket[] = [];
  for (let at = 0; at < count; at++) {
    const file = ticketFileRow({ owner_id: seller_id });
    const ticket = listingTicketRow({ listing_id: id, event_id, seller_id, file_id: file.id });
    await db.batch([db.insert(ticketFiles).values(file), db.insert(listingTickets).values(ticket)]);
    made.push(ticket);
  }
  return made;
}
