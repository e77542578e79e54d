import { dollars } from '../../contract/money.ts';
import { isWithinBand, priceBand } from '../../contract/price-band.ts';
import type { EventDetailRow, ListingRow } from './events.db.ts';
import type { EventCardRow } from './event-cards.db.ts';
import { posterNames } from './poster-names.rules.ts';

/**
 * Events as the cards of one list: prices in dollars. `from_price` is the lowest price of the `tickets` on sale, null if there are none.
 * `poster` is the name that the poster is drawn from, so that neighbours differ.
 */
export function eventCards(rows: readonly EventCardRow[]) {
  const names = posterNames(rows.map(({ title }) => title));
  return rows.map(({ ticket_price_cents, from_cents, ...row }, at) => ({
    ...row,
    ticket_price: dollars(ticket_price_cents),
    from_price: dollars(from_cents),
    poster: names[at]!,
  }));
}

/** A page of cards with the cursor of the next one. `rows` are one more than `limit` if there is a next page. */
export function eventPage(rows: readonly (EventCardRow & { cursor: string })[], limit: number) {
  const page = rows.slice(0, limit);
  return {
    events: eventCards(page.map(({ cursor: _cursor, ...row }) => row)),
    next_cursor: rows.length > limit ? page.at(-1)!.cursor : null,
  };
}

/** An event for its page, with the price band in dollars. The editor and the feed ids are left out. */
export function eventDetail(row: EventDetailRow) {
  const band = priceBand(row);
  return {
    ...shownColumns(row),
    ticket_price: dollars(row.ticket_price_cents),
    price_max: dollars(row.price_max_cents),
    price_band: band && { min: dollars(band.min_cents), max: dollars(band.max_cents) },
  };
}

/** The active listings of an event, each with its eligibility, their price range in dollars, and until when every ticket is held. */
export function eventListings({
  event,
  listings,
  held_until,
}: {
  event: EventDetailRow;
  listings: readonly ListingRow[];
  held_until: Date | null;
}) {
  return {
    held_until,
    listings: listings.map(({ ask_price_cents, ...row }) => ({
      ...row,
      ask_price: dollars(ask_price_cents),
      eligible: row.quantity > 0 && isWithinBand(event, ask_price_cents),
    })),
    price_range:
      listings.length > 0 ? { min: dollars(listings[0]!.ask_price_cents), max: dollars(listings.at(-1)!.ask_price_cents) } : null,
  };
}

function shownColumns({
  ticket_price_cents: _price,
  price_max_cents: _max,
  name_key: _key,
  edited_fields: _edited,
  publish_at: _publish,
  moved_at: _moved,
  moved_from: _from,
  series_id: _series,
  external_id: _external,
  created_at: _created,
  ...shown
}: EventDetailRow) {
  return shown;
}
