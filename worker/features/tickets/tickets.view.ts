import type { Listing, TicketRequest } from '../../../drizzle/tables/schema.ts';
import { dollars } from '../../contract/money.ts';
import { priceBand } from '../../contract/price-band.ts';
import type { MyListingRow, MyRequestRow } from './find-mine.db.ts';

/** A ticket request as its buyer and seller see it: dollars for cents; the key stays inside. */
export function ticketRequestView({ offered_price_cents, idempotency_key: _key, ...row }: TicketRequest) {
  return { ...row, offered_price: dollars(offered_price_cents) };
}

/** A request in one's own list: which side one is on, the night, and who is on the other side. */
export function myRequestView({ event, other, role, ...request }: MyRequestRow) {
  return { ...ticketRequestView(request), role, event, other };
}

/** A listing as its seller sees it: dollars for cents, and how much is promised to pending requests; the key stays inside. */
export function ownListingView({ ask_price_cents, idempotency_key: _key, idempotency_body: _body, ...row }: Listing) {
  return { ...row, ask_price: dollars(ask_price_cents) };
}

/** A listing in its seller's list: with the night and its price band in dollars, null where any price may be asked. */
export function myListingView({ event: { ticket_price_cents, price_min_pct, price_max_pct, ...event }, ...listing }: MyListingRow) {
  const band = priceBand({ ticket_price_cents, price_min_pct, price_max_pct });
  return { ...ownListingView(listing), event, price_band: band && { min: dollars(band.min_cents), max: dollars(band.max_cents) } };
}
