import type { Listing, TicketRequest } from '../../../drizzle/tables/all-tables.ts';
import { dollars } from '../../contract/money.ts';
import { priceBand } from '../../contract/price-band.ts';
import type { MyListingRow, MyRequestRow } from './my-tickets.db.ts';

/** A ticket request for its buyer and seller: prices in dollars, without the key and the time of a decline. */
export function ticketRequestView({ offered_price_cents, idempotency_key: _key, declined_at: _declined, ...row }: TicketRequest) {
  return { ...row, offered_price: dollars(offered_price_cents) };
}

/** A request in a person's own list, with the person's role, the event and the other person. */
export function myRequestView({ event, other, role, ...request }: MyRequestRow) {
  return { ...ticketRequestView(request), role, event, other };
}

/** A listing for its seller: prices in dollars, with the number of held tickets, without the key. */
export function ownListingView({ ask_price_cents, idempotency_key: _key, idempotency_body: _body, ...row }: Listing) {
  return { ...row, ask_price: dollars(ask_price_cents) };
}

/** A listing in its seller's list, with the event and its price band in dollars. The band is null if every price is allowed. */
export function myListingView({ event: { ticket_price_cents, price_min_pct, price_max_pct, ...event }, ...listing }: MyListingRow) {
  const band = priceBand({ ticket_price_cents, price_min_pct, price_max_pct });
  return { ...ownListingView(listing), event, price_band: band && { min: dollars(band.min_cents), max: dollars(band.max_cents) } };
}
