import { sampleEvents, sampleListings, sampleSellers, sampleVenues } from '../../../../drizzle/seed/sample.ts';
import { NO_COUNTS } from '../../../contract/people/seller-facts.ts';
import type { EventDetailRow, ListingRow } from './events.db.ts';

/** Returns a sample event, dated from `now`. It is not stored, so its tickets cannot be bought. */
export function sampleEvent({
  slug,
  now,
}: {
  slug: string;
  now: Date;
}):
  | { event: EventDetailRow; listings: ListingRow[]; most_cents: number; held_until: null; waitlist_first: false }
  | undefined {
  const event = sampleEvents(now).find((one) => one.slug === slug);
  const venue = event && sampleVenues().find(({ id }) => id === event.venue_id);
  if (!event || !venue) return undefined;
  const listings = sampleListings()
    .filter((listing) => listing.event_id === event.id)
    .toSorted((a, b) => a.ask_price_cents - b.ask_price_cents)
    .map(({ id, quantity, ask_price_cents, status, is_instant, handover_kind, created_at, seller_id }) => {
      const { display_name, school, is_student_verified } = sampleSellers().find((one) => one.id === seller_id)!;
      return {
        id,
        quantity,
        ask_price_cents,
        status,
        is_instant,
        handover_kind,
        first_until: null,
        created_at,
        seller: { id: seller_id, display_name, school, is_student_verified, badge_at: null },
        counts: NO_COUNTS,
      };
    });
  return {
    event: {
      ...event,
      listing_count: listings.length,
      venue: {
        id: venue.id,
        name: venue.name,
        city: venue.city,
        address: venue.address,
        state: venue.state,
        slug: venue.slug,
      },
    },
    listings,
    most_cents: listings.at(-1)?.ask_price_cents ?? 0,
    held_until: null,
    waitlist_first: false,
  };
}
