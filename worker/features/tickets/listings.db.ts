import { and, eq, inArray, sql } from 'drizzle-orm';
import { maySell } from '../../../drizzle/tables/trade-rights.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { type Listing, listings } from '../../../drizzle/tables/listings.ts';
import { ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import type { Db } from '../../context.ts';
import { isWithinBand, OPEN_BAND, priceBand } from '../../contract/price-band.ts';
import { LISTING_MOVES, movesTo } from '../../contract/ticket-moves.ts';
import type { ChangedEvent } from '../../http/batch.ts';
import { bandColumns, bandMax, bandMin } from './eligible.db.ts';
import { listingEnded, listingNotFound, notReseller, outsideBand } from './tickets.errors.ts';

/** Which listing a seller means. */
export interface OwnListing {
  id: string;
  seller_id: string;
}

/**
 * Prices a listing that an approved reseller has on sale anew; requests made before keep their price. One round trip. Throws
 * `tickets.listing_not_found`, `listing_ended`, `not_reseller`, `outside_band`.
 */
export async function priceListing(db: Db, { which, ask_price_cents, now }: { which: OwnListing; ask_price_cents: number; now: Date }) {
  const isApproved = maySell(which.seller_id, now);
  const inBand = sql`exists (select 1 from ${events} where ${events.id} = ${listings.event_id}
    and ${ask_price_cents} between ${bandMin} and ${bandMax})`;
  const [priced, [found], [asker]] = await db.batch([
    db
      .update(listings)
      .set({ ask_price_cents })
      .where(and(isOwn(which), eq(listings.status, 'active'), inBand, isApproved))
      .returning({ id: listings.id }),
    readOwn(db, which),
    db.select({ is_approved: isApproved }).from(sql`(select 1)`),
  ]);
  if (!found) throw listingNotFound();
  if (found.listing.status !== 'active') throw listingEnded(found.listing.status);
  if (!asker?.is_approved) throw notReseller();
  if (!isWithinBand(found.band, ask_price_cents)) throw outsideBand(priceBand(found.band) ?? OPEN_BAND);
  return { listing: found.listing, changed: changedEvent(found, priced.length > 0) };
}

/**
 * Takes a listing off sale: its pending requests are declined, so that nobody waits for what is gone. One transaction; a repeat changes
 * nothing. Throws `tickets.listing_not_found`, `tickets.listing_ended`.
 */
export async function withdrawListing(db: Db, { which }: { which: OwnListing }) {
  const from = movesTo(LISTING_MOVES, 'withdrawn');
  const onSale = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isOwn(which), inArray(listings.status, [...from, 'reserved'])));
  const [, withdrawn, [found]] = await db.batch([
    db
      .update(ticketRequests)
      .set({ status: 'declined' })
      .where(and(inArray(ticketRequests.listing_id, onSale), eq(ticketRequests.status, 'pending'))),
    db
      .update(listings)
      .set({ status: 'withdrawn' })
      .where(and(isOwn(which), inArray(listings.status, from)))
      .returning({ id: listings.id }),
    readOwn(db, which),
  ]);
  if (!found) throw listingNotFound();
  if (found.listing.status !== 'withdrawn') throw listingEnded(found.listing.status);
  return { listing: found.listing, changed: changedEvent(found, withdrawn.length > 0) };
}

const isOwn = ({ id, seller_id }: OwnListing) => and(eq(listings.id, id), eq(listings.seller_id, seller_id));

function readOwn(db: Db, which: OwnListing) {
  return db
    .select({ listing: listings, slug: events.slug, band: bandColumns })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(isOwn(which));
}

function changedEvent({ listing, slug }: { listing: Listing; slug: string }, isChanged: boolean): ChangedEvent[] {
  return isChanged ? [{ id: listing.event_id, slug }] : [];
}
