import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { type Listing, listings } from '../../../../drizzle/tables/trade/listings.ts';
import type { Db } from '../../../context.ts';
import type { ListedTicketView } from '../../../contract/trade/ticket-files.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { bandColumns } from './price-band.db.ts';

/** `readOwnListing` does not find another seller's listing. */
export interface OwnListing {
  id: string;
  seller_id: string;
}

export const isOwn = ({ id, seller_id }: OwnListing) => and(eq(listings.id, id), eq(listings.seller_id, seller_id));

/**
 * SQL value: the tickets of a listing of kind `file`, except those with `freed_at`. For other kinds, the list is empty.
 * The query must read `listings` without an alias.
 */
const liveTickets = sql<ListedTicketView[]>`iif(listings.handover_kind is 'file', (
  select json_group_array(json_object('id', t.id, 'code_format', t.code_format, 'request_id', t.request_id, 'shown_at',
    t.shown_at))
  from listing_tickets t where t.listing_id = listings.id and t.freed_at is null), '[]')`.mapWith(readTickets);

function readTickets(text: string): ListedTicketView[] {
  const rows = JSON.parse(text) as (Omit<ListedTicketView, 'shown_at'> & { shown_at: number | null })[];
  return rows.map(({ id, code_format, request_id, shown_at }) => {
    return { id, code_format, request_id, shown_at: shown_at === null ? null : new Date(shown_at) };
  });
}

export const listingColumns = { ...getTableColumns(listings), tickets: liveTickets.as('tickets') };
export type SoldListing = Listing & { tickets: ListedTicketView[] };

export function readOwnListing(db: Db, which: OwnListing) {
  return db
    .select({ listing: listingColumns, slug: events.slug, band: bandColumns })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(isOwn(which));
}

export function changedEvent(
  { listing, slug }: { listing: Listing; slug: string },
  isChanged: boolean,
): ChangedEvent[] {
  return isChanged ? [{ id: listing.event_id, slug }] : [];
}
