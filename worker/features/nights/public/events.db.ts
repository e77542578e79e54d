import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { isBadgeLive } from '../../../../drizzle/tables/people/badge.ts';
import { named } from '../../../../drizzle/tables/columns.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events, publicEventColumns } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { isOpenToAll } from '../../../../drizzle/tables/people/mutuals.ts';
import { countsOfSeller, sellerFacts } from '../../../../drizzle/tables/people/seller-facts.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { tileCounts } from '../events/measure-site.db.ts';

const venueColumns = { id: venues.id, name: venues.name, city: venues.city };

const detailQuery = (db: Db, slug: string) =>
  db
    .select({
      ...publicEventColumns,
      publish_at: events.publish_at,
      created_at: events.created_at,
      ticket_price_cents: events.ticket_price_cents,
      price_max_cents: events.price_max_cents,
      venue: named('venue', { ...venueColumns, address: venues.address, state: venues.state, slug: venues.slug }),
    })
    .from(events)
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(eq(events.slug, slug));

const listingColumns = (now: Date) => ({
  id: listings.id,
  quantity: listings.quantity,
  ask_price_cents: listings.ask_price_cents,
  status: listings.status,
  is_instant: listings.is_instant,
  handover_kind: listings.handover_kind,
  first_until: sql<number | null>`iif(${isOpenToAll(now)}, null, ${listings.mutuals_until})`.as('first_until'),
  created_at: listings.created_at,
  seller: {
    ...named('seller', {
      id: profiles.id,
      display_name: profiles.display_name,
      school: profiles.school,
      badge_at: profiles.badge_at,
    }),
    is_student_verified: isBadgeLive(now).as('seller.is_student_verified'),
  },
  counts: countsOfSeller,
});

const eventIdOf = ({ slug, now }: { slug: string; now: Date }) =>
  sql`(select ${events.id} from ${events} where ${events.slug} = ${slug} and ${takesPlace(now)})`;

/** Only the cheapest listings are read, which limits the cost of an event that has thousands. */
const MOST_LISTINGS = 200;

const isOnSale = (at: { slug: string; now: Date }) =>
  and(eq(listings.event_id, eventIdOf(at)), eq(listings.status, 'active'), eq(listings.waitlist_first, false));

const listingsQuery = (db: Db, at: { slug: string; now: Date }) =>
  db
    .select(listingColumns(at.now))
    .from(listings)
    .innerJoin(profiles, eq(profiles.id, listings.seller_id))
    .leftJoin(sellerFacts, eq(sellerFacts.user_id, listings.seller_id))
    .where(isOnSale(at))
    .orderBy(asc(listings.ask_price_cents), asc(listings.created_at), asc(listings.id))
    .limit(MOST_LISTINGS);

const highestPriceQuery = (db: Db, at: { slug: string; now: Date }) =>
  db
    .select({ cents: listings.ask_price_cents })
    .from(listings)
    .where(isOnSale(at))
    .orderBy(desc(listings.ask_price_cents))
    .limit(1);

/** Selects the few expired requests that are still marked as pending, with their listings. */
const expiredQuery = (db: Db, { slug, now }: { slug: string; now: Date }) =>
  db
    .select({ ...listingColumns(now), back: named('request', { quantity: ticketRequests.quantity }) })
    .from(ticketRequests)
    .innerJoin(listings, eq(listings.id, ticketRequests.listing_id))
    .innerJoin(profiles, eq(profiles.id, listings.seller_id))
    .leftJoin(sellerFacts, eq(sellerFacts.user_id, listings.seller_id))
    .where(
      and(
        eq(ticketRequests.event_id, eventIdOf({ slug, now })),
        eq(ticketRequests.status, 'pending'),
        lte(ticketRequests.expires_at, now),
        sql`${ticketRequests.answer} is not 'accepted'`,
        inArray(listings.status, ['active', 'reserved']),
        eq(listings.waitlist_first, false),
      ),
    );

/** SQL value: the end of a hold if the seller does not answer. Does not reveal an answer that can still be undone. */
const holdEnd = sql<Date>`coalesce(${ticketRequests.asked_until}, ${ticketRequests.expires_at})`;

const heldQuery = (db: Db, { slug, now }: { slug: string; now: Date }) =>
  db
    .select({ until: holdEnd.mapWith(ticketRequests.expires_at) })
    .from(ticketRequests)
    .where(
      and(
        eq(ticketRequests.event_id, eventIdOf({ slug, now })),
        eq(ticketRequests.status, 'pending'),
        gt(ticketRequests.expires_at, now),
      ),
    )
    .orderBy(asc(ticketRequests.expires_at))
    .limit(1);

/**
 * Reads only the offers of the last day, because no offer stays open longer. The `+` makes the database use the small
 * index of listings that are reserved for the waitlist.
 */
const reservedForWaitlistQuery = (db: Db, { slug, now }: { slug: string; now: Date }) => {
  const [event_id, at] = [eventIdOf({ slug, now }), now.getTime()];
  return db
    .select({
      is_waiting:
        sql<boolean>`exists (select 1 from listings kept where kept.event_id = ${event_id} and kept.waitlist_first = 1
        and +kept.status = 'active')`
          .mapWith(Boolean)
          .as('is_waiting'),
      until:
        sql<Date | null>`(select min(offer.expires_at) from waitlist_offers offer where offer.event_id = ${event_id}
        and offer.created_at > ${at - DAY} and offer.status = 'open' and offer.expires_at > ${at})`
          .mapWith(ticketRequests.expires_at)
          .as('until'),
    })
    .from(sql`(select 1)`);
};

/** Finds an event, published or not. One round trip. */
export async function findEvent(db: Db, { slug }: { slug: string }) {
  const [event] = await detailQuery(db, slug);
  return event;
}

/**
 * Finds an event with its 200 cheapest available listings, sorted by price and then by age. One round trip. Tickets of
 * an expired request count as available, even if the request is still marked as pending. `listing_count` and
 * `most_cents` cover all available listings. `held_until` is the earliest end of a hold or an offer, but null while any
 * listing is available.
 */
export async function findEventWithListings(db: Db, { slug, now }: { slug: string; now: Date }) {
  const [[event], active, expired, [held], [kept], [payments], [counts], [highest]] = await db.batch([
    detailQuery(db, slug),
    listingsQuery(db, { slug, now }),
    expiredQuery(db, { slug, now }),
    heldQuery(db, { slug, now }),
    reservedForWaitlistQuery(db, { slug, now }),
    db.select({ is_on: isLaunched('payments').as('is_on') }).from(sql`(select 1)`),
    tileCounts(db, { event_id: eventIdOf({ slug, now }), now }),
    highestPriceQuery(db, { slug, now }),
  ]);
  const rows = withReturned(active, expired);
  const ends = [held?.until, kept?.until].filter((end) => end instanceof Date);
  const held_until = rows.length > 0 ? null : (ends.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null);
  const waitlist_first = kept !== undefined && (kept.is_waiting || kept.until !== null);
  const listing_count = active.length < MOST_LISTINGS ? rows.length : Math.max(rows.length, event?.listing_count ?? 0);
  const most_cents = Math.max(highest?.cents ?? 0, rows.at(-1)?.ask_price_cents ?? 0);
  const found = event && { event: { ...event, listing_count }, listings: rows, most_cents, held_until, waitlist_first };
  return { found, with_fees: payments?.is_on ?? false, counts: counts! };
}

type ActiveRow = Awaited<ReturnType<typeof listingsQuery>>[number];

/** Adds the tickets of expired requests to their listings. A reserved listing becomes active again. */
function withReturned(active: readonly ActiveRow[], expired: Awaited<ReturnType<typeof expiredQuery>>): ActiveRow[] {
  if (expired.length === 0) return [...active];
  const byId = new Map(active.map((row) => [row.id, row]));
  for (const { back, ...listing } of expired) {
    const row = byId.get(listing.id) ?? { ...listing, status: 'active' };
    byId.set(row.id, { ...row, quantity: row.quantity + back.quantity });
  }
  return [...byId.values()].toSorted(
    (a, b) =>
      a.ask_price_cents - b.ask_price_cents ||
      a.created_at.getTime() - b.created_at.getTime() ||
      (a.id < b.id ? -1 : 1),
  );
}

export type EventDetailRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>;
export type ListingRow = NonNullable<Awaited<ReturnType<typeof findEventWithListings>>['found']>['listings'][number];
