import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import { type Fees, priceOf } from '../../../contract/trade/fees.ts';
import { dollars } from '../../../contract/trade/money.ts';
import { isWithinBand, priceBand } from '../../../contract/trade/price-band.ts';
import { posterNames } from '../../../contract/nights/poster-names.ts';
import { sellerCard } from '../../../contract/people/seller-facts.ts';
import type { EventDetailRow, ListingRow } from './events.db.ts';
import type { EventCardRow } from './event-cards.db.ts';

/**
 * Returns the cards of one list, with prices in dollars. `ticket_price` is the face value. `from_price` is the lowest
 * price on sale, or null. While students pay on Vouch, `from_price` includes the fees, and `total_price` and `fee` are
 * set. Both are for one ticket at the lowest price on sale, or at face value if no tickets are on sale. Neighboring
 * cards get different posters.
 */
export function eventCards(rows: readonly EventCardRow[], fees: Fees) {
  const names = posterNames(rows.map(({ slug }) => slug));
  return rows.map(({ ticket_price_cents, from_cents, with_fees, ...row }, at) => ({
    ...row,
    ticket_price: dollars(ticket_price_cents),
    ...(with_fees ? totalsOfCard({ ticket_price_cents, from_cents }, fees) : { from_price: dollars(from_cents) }),
    poster: names[at]!,
  }));
}

interface CardPrices {
  from_price: number | null;
  total_price?: number | null;
  fee?: number | null;
}

function totalsOfCard(
  { ticket_price_cents, from_cents }: Pick<EventCardRow, 'ticket_price_cents' | 'from_cents'>,
  fees: Fees,
): CardPrices {
  const ask_cents = from_cents ?? ticket_price_cents;
  if (ask_cents === null) return { from_price: null, total_price: null, fee: null };
  const { total_price, fee } = totalOf(ask_cents, fees);
  return { from_price: from_cents === null ? null : total_price, total_price, fee };
}

/** The total of one ticket and the fee in it, in dollars. */
export function totalOf(ask_cents: number, fees: Fees) {
  const { total_cents, buyer_fee_cents } = priceOf({ ask_cents, quantity: 1, fees });
  return { total_price: dollars(total_cents), fee: dollars(buyer_fee_cents) };
}

type PageRow = EventCardRow & { cursor: string };

/**
 * `rows` has one more than `limit` if there is a next page. The index sorts by whole dollars, but prices with fees show
 * cents. While prices include fees, a page that is sorted by price is therefore sorted again by cents.
 */
export function eventPage(
  rows: readonly PageRow[],
  { limit, fees, sort }: { limit: number; fees: Fees; sort?: 'asc' | 'desc' | undefined },
) {
  const page = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? page.at(-1)!.cursor : null;
  const shown =
    sort && page[0]?.with_fees ? page.toSorted((a, b) => (sort === 'asc' ? 1 : -1) * comparePrices(a, b)) : page;
  return {
    events: eventCards(
      shown.map(({ cursor: _cursor, ...row }) => row),
      fees,
    ),
    next_cursor,
  };
}

/** A missing price counts as the highest. */
function comparePrices(a: EventCardRow, b: EventCardRow): number {
  const [left, right] = [a, b].map(
    ({ from_cents, ticket_price_cents }) => from_cents ?? ticket_price_cents ?? Number.MAX_SAFE_INTEGER,
  );
  return left! - right!;
}

/** Prices are in dollars. */
export function eventDetail({
  ticket_price_cents,
  price_max_cents,
  publish_at: _publish,
  created_at: _created,
  ...shown
}: EventDetailRow) {
  const band = priceBand({ ...shown, ticket_price_cents });
  return {
    ...shown,
    ticket_price: dollars(ticket_price_cents),
    price_max: dollars(price_max_cents),
    price_band: band && { min: dollars(band.min_cents), max: dollars(band.max_cents) },
  };
}

/** The optional fields are set while students pay on Vouch. */
interface ListingPrices {
  ask_price: number;
  eligible: boolean;
  total_price?: number;
  fee?: number;
  is_instant?: boolean;
  handover_kind?: HandoverKind | null;
}

/**
 * Prices are in dollars. A listing with `first_until` is open only to the seller's mutuals until that time. `fees` is
 * null while students do not pay on Vouch. Otherwise the price range includes the fees.
 */
export function eventListings(
  {
    event,
    listings,
    most_cents,
    held_until,
    waitlist_first,
  }: {
    event: EventDetailRow;
    listings: readonly ListingRow[];
    /** The highest price, including listings that are not shown. */
    most_cents: number;
    held_until: Date | null;
    waitlist_first: boolean;
  },
  fees: Fees | null,
) {
  const shown = listings.map(({ ask_price_cents, is_instant, handover_kind, counts, first_until, ...row }) => {
    const ask_price = dollars(ask_price_cents);
    const eligible = row.quantity > 0 && isWithinBand(event, ask_price_cents);
    const prices: ListingPrices = fees
      ? { ask_price, eligible, ...totalOf(ask_price_cents, fees), is_instant, handover_kind }
      : { ask_price, eligible };
    const seller = { ...row.seller, facts: sellerCard(counts, fees !== null) };
    const first: { first_until?: Date } = first_until ? { first_until: new Date(first_until) } : {};
    return { ...row, seller, ...prices, ...first };
  });
  const buyersPrice = (ask: number) => (fees ? totalOf(ask, fees).total_price : dollars(ask));
  const included: { fees_included?: true } = fees ? { fees_included: true } : {};
  return {
    held_until,
    waitlist_first,
    listings: shown,
    price_range: listings[0] ? { min: buyersPrice(listings[0].ask_price_cents), max: buyersPrice(most_cents) } : null,
    ...included,
  };
}
