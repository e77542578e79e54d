import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { awaitsCapture, isAcceptedInGroup } from '../../../../drizzle/tables/trade/money/awaits-capture.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { TicketRequestStatus } from '../../../../drizzle/vocabulary.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import { LISTING_MOVES, movesTo } from '../../../contract/trade/ticket-moves.ts';
import { endOffers } from '../../../http/shared/trade/end-offers.ts';
import { changedEvent, isOwn, type OwnListing, readOwnListing } from './own-listing.db.ts';
import { listingEnded, listingNotFound } from './tickets.errors.ts';

/**
 * Withdraws a listing, ends its offers to the waitlist, and declines its pending ticket requests. If the seller has
 * already answered a ticket request, that answer takes effect instead. A request that the seller has accepted stays
 * pending if it has a payment or belongs to a group. A repeat changes nothing. Throws `tickets.listing_not_found` and
 * `tickets.listing_ended`.
 */
export async function withdrawListing(db: Db, { which }: { which: OwnListing }) {
  const from = movesTo(LISTING_MOVES, 'withdrawn');
  const onSale = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isOwn(which), inArray(listings.status, [...from, 'reserved'])));
  const [, , withdrawn, [found]] = await db.batch([
    endOffers(db, { of: sql`${waitlistOffers.listing_id} in (${onSale})` }),
    db
      .update(ticketRequests)
      .set({ status: sql<TicketRequestStatus>`coalesce(${ticketRequests.answer}, 'declined')` })
      .where(
        and(
          inArray(ticketRequests.listing_id, onSale),
          eq(ticketRequests.status, 'pending'),
          not(awaitsCapture),
          not(isAcceptedInGroup),
        ),
      ),
    db
      .update(listings)
      .set({ status: 'withdrawn' })
      .where(and(isOwn(which), inArray(listings.status, from)))
      .returning({ id: listings.id }),
    readOwnListing(db, which),
  ]);
  if (!found) throw listingNotFound();
  if (found.listing.status !== 'withdrawn') throw listingEnded(found.listing.status);
  return { listing: found.listing, changed: changedEvent(found, withdrawn.length > 0) };
}
