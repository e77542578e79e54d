import { type ListingTicket, type TicketFile, listingTickets, ticketFiles } from '../tables/all-tables.ts';
import { nullColumns } from './null-columns.ts';

const A_DAY = Date.UTC(2030, 0, 1);

let made = 0;
const next = (of: string) => `${of}-${++made}`;

/** Builds the row of a file that a listing, hand-over or problem has claimed. The bucket holds no such file. */
export function ticketFileRow(over: Partial<TicketFile> & Pick<TicketFile, 'owner_id'>): TicketFile {
  const id = over.id ?? next('file');
  return {
    ...nullColumns(ticketFiles),
    id,
    purpose: 'ticket',
    media_type: 'image/png',
    bytes: 1000,
    object_key: `object-of-${id}`,
    wrapped_key: over.destroyed_at ? null : 'no key',
    iv: 'no iv',
    key_version: 1,
    claimed_at: new Date(A_DAY),
    created_at: new Date(A_DAY),
    ...over,
  };
}

/** Builds the row of a ticket that is on sale. */
export function listingTicketRow(
  over: Partial<ListingTicket> & Pick<ListingTicket, 'listing_id' | 'event_id' | 'seller_id' | 'file_id'>,
): ListingTicket {
  const id = over.id ?? next('ticket');
  return {
    ...nullColumns(listingTickets),
    id,
    code_hmac: `hmac-of-${id}`,
    content_hmac: `content-of-${id}`,
    code_format: 'qr',
    created_at: new Date(A_DAY),
    ...over,
  };
}
