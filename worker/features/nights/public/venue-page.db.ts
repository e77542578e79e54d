import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { eventCards } from '../../../../drizzle/tables/nights/event-cards.ts';
import { earliestStart } from '../../../../drizzle/tables/nights/event-over.ts';
import { venueSlugs } from '../../../../drizzle/tables/nights/venues/venue-slugs.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { cardColumns, isShownCard, placeAfter, placeBefore } from './event-cards.db.ts';
import { venuesAreOn } from './site.db.ts';

const shownColumns = {
  id: venues.id,
  name: venues.name,
  slug: venues.slug,
  address: venues.address,
  city: venues.city,
  state: venues.state,
  image_url: venues.image_url,
};

/** SQL value: the id of the venue with this slug, or of the venue into which that venue was merged. */
const venueIdOf = (slug: string) => sql`coalesce((select named.id from ${venues} named where named.slug = ${slug}),
  (select before.venue_id from ${venueSlugs} before where before.slug = ${slug}))`;

/**
 * Finds a venue and a page of its events, in one round trip. `slug` may belong to a venue that was merged into the
 * found venue. `is_on` is the launch switch for venue pages.
 */
export async function findVenuePage(
  db: Db,
  { slug, now, after, limit }: { slug: string; now: Date; after: string | null; limit: number },
) {
  const from = after === null ? placeBefore(earliestStart(now).getTime()) : placeAfter(after);
  const [[open], [venue], rows] = await db.batch([
    db.select({ is_on: venuesAreOn.as('is_on') }).from(sql`(select 1)`),
    db
      .select(shownColumns)
      .from(venues)
      .where(eq(venues.id, venueIdOf(slug))),
    db
      .select({ ...cardColumns, cursor: sql<string>`cast(${eventCards.place} as text)`.as('cursor') })
      .from(eventCards)
      .where(and(eq(eventCards.venue_id, venueIdOf(slug)), gt(eventCards.place, from), isShownCard(now)))
      .orderBy(asc(eventCards.place))
      .limit(limit),
  ]);
  return { is_on: open?.is_on ?? false, venue, events: rows };
}
