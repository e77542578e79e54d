import type { Listing, TicketRequest } from '../../../drizzle/tables/schema.ts';
import { dollars } from '../../contract/money.ts';

/** A ticket request as its buyer and seller see it: dollars for cents; the key stays inside. */
export function ticketRequestView({ offered_price_cents, idempotency_key: _key, ...row }: TicketRequest) {
  return { ...row, offered_price: dollars(offered_price_cents) };
}

/** A listing as its seller sees it: dollars for cents, and how much is promised to pending requests. */
export function ownListingView({ ask_price_cents, ...row }: Listing) {
  return { ...row, ask_price: dollars(ask_price_cents) };
}
