import { and, eq } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { type Listing, listings } from '../../../drizzle/tables/listings.ts';
import type { Db } from '../../context.ts';
import type { ChangedEvent } from '../../http/batch.ts';
import { bandColumns } from './price-band.db.ts';

/** A listing by its id and its seller. Another seller's listing is treated as not found. */
export interface OwnListing {
  id: string;
  seller_id: string;
}

export const isOwn = ({ id, seller_id }: OwnListing) => and(eq(listings.id, id), eq(listings.seller_id, seller_id));

/** The listing, with the slug and the price band of its event. */
export function readOwnListing(db: Db, which: OwnListing) {
  return db
    .select({ listing: listings, slug: events.slug, band: bandColumns })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(isOwn(which));
}

/** The event whose pages must be updated after a change of its listing; none if nothing changed. */
export function changedEvent({ listing, slug }: { listing: Listing; slug: string }, isChanged: boolean): ChangedEvent[] {
  return isChanged ? [{ id: listing.event_id, slug }] : [];
}
