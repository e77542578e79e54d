import { and, eq, sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { listings } from '../../../drizzle/tables/listings.ts';
import { maySell } from '../../../drizzle/tables/trade-rights.ts';
import type { Db } from '../../context.ts';
import { isWithinBand, priceBand } from '../../contract/price-band.ts';
import { changedEvent, isOwn, type OwnListing, readOwnListing } from './own-listing.db.ts';
import { bandMax, bandMin } from './price-band.db.ts';
import { listingEnded, listingNotFound, noFaceValue, notReseller, outsideBand } from './tickets.errors.ts';

/**
 * Changes the price of an approved reseller's active listing. Earlier requests keep their price. One round trip. Throws
 * `tickets.listing_not_found`, `listing_ended`, `not_reseller`, `outside_band`, `no_face_value`.
 */
export async function priceListing(db: Db, { which, ask_price_cents, now }: { which: OwnListing; ask_price_cents: number; now: Date }) {
  const isApproved = maySell(which.seller_id, now);
  const inBand = sql`exists (select 1 from ${events} where ${events.id} = ${listings.event_id}
    and ${events.ticket_price_cents} is not null and ${ask_price_cents} between ${bandMin} and ${bandMax})`;
  const [priced, [found], [seller]] = await db.batch([
    db
      .update(listings)
      .set({ ask_price_cents })
      .where(and(isOwn(which), eq(listings.status, 'active'), inBand, isApproved))
      .returning({ id: listings.id }),
    readOwnListing(db, which),
    db.select({ is_approved: isApproved }).from(sql`(select 1)`),
  ]);
  if (!found) throw listingNotFound();
  if (found.listing.status !== 'active') throw listingEnded(found.listing.status);
  if (!seller?.is_approved) throw notReseller();
  const band = priceBand(found.band);
  if (!band) throw noFaceValue();
  if (!isWithinBand(found.band, ask_price_cents)) throw outsideBand(band);
  return { listing: found.listing, changed: changedEvent(found, priced.length > 0) };
}
