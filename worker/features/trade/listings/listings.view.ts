import { isPublicAt } from '../../../contract/nights/events/event-phase.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { priceBand } from '../../../contract/trade/price-band.ts';
import type { MyListingRow } from './my-listings.db.ts';
import type { SoldListing } from './own-listing.db.ts';

type OwnEvent = Omit<MyListingRow['event'], 'ticket_price_cents' | 'price_min_pct' | 'price_max_pct'>;

/** `since`: when the person requested or listed tickets. */
export function ownEventView(
  { is_published, publish_at, cancelled_at, moved_at, moved_from, end_at: _end, ...event }: OwnEvent,
  { since, now }: { since: Date; now: Date },
) {
  const state: 'on' | 'cancelled' | 'taken_down' = cancelled_at
    ? 'cancelled'
    : isPublicAt({ is_published, publish_at }, now)
      ? 'on'
      : 'taken_down';
  const from = moved_at && moved_at > since ? moved_from : null;
  return { ...event, state, moved_from: from && { ...from, start_at: new Date(from.start_at) } };
}

/** Money is in dollars. */
export function ownListingView({
  ask_price_cents,
  handover_kind: kind,
  idempotency_key: _key,
  idempotency_body: _body,
  ...row
}: SoldListing) {
  return { ...row, kind, ask_price: dollars(ask_price_cents) };
}

/** Prices are in dollars. The price band is null if the event has no face value. */
export function myListingView(
  { event: { ticket_price_cents, price_min_pct, price_max_pct, ...event }, ...listing }: MyListingRow,
  now: Date,
) {
  const band = priceBand({ ticket_price_cents, price_min_pct, price_max_pct });
  return {
    ...ownListingView(listing),
    event: ownEventView(event, { since: listing.created_at, now }),
    price_band: band && { min: dollars(band.min_cents), max: dollars(band.max_cents) },
  };
}
