import { and, eq, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { isApprovedSeller } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import { isWithinBand, priceBand } from '../../../contract/trade/price-band.ts';
import { LEAST_CENTS } from '../../../http/shared/ticket-price.ts';
import { changedEvent, isOwn, type OwnListing, readOwnListing } from './own-listing.db.ts';
import { bandMax, bandMin } from '../../../http/shared/price-limits.ts';
import {
  instantNeedsPayments,
  listingEnded,
  listingNotFound,
  noFaceValue,
  notReseller,
  outsideBand,
  priceOffered,
  tooCheapForFiles,
} from './tickets.errors.ts';

/** Undefined leaves a value as it is. */
export interface ListingTerms {
  ask_price_cents?: number | undefined;
  is_instant?: boolean | undefined;
}

const offeredUntil = (now: Date) =>
  sql<Date | null>`(select max(offer.expires_at) from waitlist_offers as offer
    where offer.listing_id = listings.id and offer.status = 'open' and offer.expires_at > ${now.getTime()})`.mapWith(
    (ms: number) => new Date(ms),
  );

/**
 * Changes the price of a listing, and whether its tickets are sold without the seller's answer. Ticket requests made
 * before the change keep their price. Throws `tickets.price_offered` for a higher price while somebody on the waitlist
 * has an offer at the old price; `tickets.listing_not_found`, `listing_ended`, `not_reseller`, `outside_band`,
 * `no_face_value`; `request.invalid` for uploaded tickets whose price would be too low for a card payment; and
 * `launch.off`.
 */
export async function priceListing(
  db: Db,
  { which, terms, now }: { which: OwnListing; terms: ListingTerms; now: Date },
) {
  const { ask_price_cents, is_instant } = terms;
  const isApproved = isApprovedSeller(which.seller_id, now);
  const isTooCheap = ask_price_cents !== undefined && ask_price_cents < LEAST_CENTS;
  const inBand = sql`exists (select 1 from ${events} where ${events.id} = ${listings.event_id}
    and ${ask_price_cents ?? null} between ${bandMin} and ${bandMax})`;
  const isRaise = sql`coalesce(${ask_price_cents ?? null} > ${listings.ask_price_cents}, 0)`;
  const [[offered], changed, [found], [seller]] = await db.batch([
    db
      .select({ until: offeredUntil(now).as('until'), is_raise: isRaise.mapWith(Boolean).as('is_raise') })
      .from(listings)
      .where(isOwn(which)),
    db
      .update(listings)
      .set({ ask_price_cents, is_instant })
      .where(
        and(
          isOwn(which),
          eq(listings.status, 'active'),
          isApproved,
          ask_price_cents === undefined ? undefined : inBand,
          isTooCheap ? sql`${listings.handover_kind} is not 'file'` : undefined,
          is_instant ? isLaunched('payments') : undefined,
          sql`not (${isRaise} and ${offeredUntil(now)} is not null)`,
        ),
      )
      .returning({ id: listings.id }),
    readOwnListing(db, which),
    db.select({ is_approved: isApproved, takes_payments: isLaunched('payments') }).from(sql`(select 1)`),
  ]);
  if (!found) throw listingNotFound();
  if (found.listing.status !== 'active') throw listingEnded(found.listing.status);
  if (!seller?.is_approved) throw notReseller();
  if (is_instant && !seller.takes_payments) throw instantNeedsPayments();
  if (ask_price_cents !== undefined) {
    const band = priceBand(found.band);
    if (!band) throw noFaceValue();
    if (!isWithinBand(found.band, ask_price_cents)) throw outsideBand(band);
    if (isTooCheap && found.listing.handover_kind === 'file') throw tooCheapForFiles();
    if (offered?.is_raise && offered.until) throw priceOffered(offered.until);
  }
  return { listing: found.listing, changed: changedEvent(found, changed.length > 0) };
}
