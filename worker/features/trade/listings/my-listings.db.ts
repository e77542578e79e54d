import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { answersFor, hasSettled } from '../../../../drizzle/tables/trade/seller-failures.ts';
import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import { lacksBadge } from '../../../../drizzle/tables/people/trade-rights.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import type { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { toldStatus } from '../../../../drizzle/tables/trade/told-status.ts';
import type { Db } from '../../../context.ts';
import { SELLER_FAILURE_MS } from '../../../contract/trade/problem-times.ts';
import { listingColumns } from './own-listing.db.ts';
import { bandColumns } from './price-band.db.ts';

/** The most rows of each list. */
export const MOST = 200;

/** SQL order of rows with the same time: newest first. Every index ends in the rowid, so the database need not sort. */
export const lastFirst = (table: typeof listings | typeof ticketRequests) => sql`${table}.rowid desc`;

export const ownEventColumns = {
  title: events.title,
  slug: events.slug,
  start_at: events.start_at,
  end_at: events.end_at,
  venue_name: venues.name,
  is_published: events.is_published,
  publish_at: events.publish_at,
  cancelled_at: events.cancelled_at,
  moved_at: events.moved_at,
  moved_from: events.moved_from,
};

export const maySellAgain = (seller_id: string) =>
  sql<boolean>`(not ${isLaunched('handover')} or ${hasSettled(seller_id)})`.mapWith(Boolean);

/** SQL value: when the seller's failed sales stop counting, provided that the seller owes nothing by then. */
export const listsAgainAt = (seller_id: string) =>
  sql<number | null>`(select max(failure.created_at) + ${SELLER_FAILURE_MS} from seller_failures as failure
    where failure.seller_id in (${answersFor(seller_id)}) and failure.settled_at is null)`;

/**
 * Finds a seller's listings, newest first, and what keeps the seller from listing. `application` is the status of a
 * reseller application. The seller's own application counts unless it was rejected. The application of a deleted
 * account whose past the seller inherits (`met_pasts`) counts if it is suspended. If several applications count, an
 * approved one decides, else a suspended one, else any other.
 */
export async function findListings(db: Db, { seller_id, now }: { seller_id: string; now: Date }) {
  const { applicant_id } = resellerApplications;
  const pasts = sql`(select past_id from met_pasts where user_id = ${seller_id})`;
  const status = toldStatus(resellerApplications, now);
  const [rows, [application], [seller]] = await db.batch([
    db
      .select({ ...listingColumns, event: named('event', { ...ownEventColumns, ...bandColumns }) })
      .from(listings)
      .innerJoin(events, eq(events.id, listings.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      .where(eq(listings.seller_id, seller_id))
      .orderBy(desc(listings.created_at), lastFirst(listings))
      .limit(MOST),
    db
      .select({ status })
      .from(resellerApplications)
      .where(
        or(
          and(eq(applicant_id, seller_id), ne(status, 'rejected')),
          and(inArray(applicant_id, pasts), eq(status, 'suspended')),
        ),
      )
      .orderBy(sql`${status} = 'approved' desc, ${status} = 'suspended' desc`)
      .limit(1),
    db
      .select({
        lacks: lacksBadge(seller_id, now).as('lacks'),
        settled: maySellAgain(seller_id).as('settled'),
        again: listsAgainAt(seller_id).as('again'),
      })
      .from(sql`(select 1)`),
  ]);
  return {
    listings: rows,
    application: application?.status ?? null,
    lacks_badge: seller?.lacks ?? false,
    has_settled: seller?.settled ?? true,
    lists_again_at: seller?.again ? new Date(seller.again) : null,
  };
}

export type MyListingRow = Awaited<ReturnType<typeof findListings>>['listings'][number];
