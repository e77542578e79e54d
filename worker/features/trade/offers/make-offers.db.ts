import { and, asc, eq, gt, not, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { bandMax, bandMin } from '../../../http/shared/price-limits.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { offerEnd } from '../../../contract/trade/offers/offer-window.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { hideOverdueWanted } from '../../../http/shared/nights/waitlist-entries.ts';
import { slugOfEvent } from '../listings/slug-of-event.db.ts';
import { waitingFor } from './waiting.db.ts';

const MOST_LISTINGS = 40;

export const newId = sql<string>`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)),
  2) || '-'
  || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/**
 * Makes the offers that are due. Tickets that nobody waits for go on sale for everybody, even while offers are paused
 * at night. Each statement checks its own condition, so parallel runs offer nothing twice. Returns the events whose
 * pages must be updated.
 */
export async function makeOffers(db: Db, { fees, now }: { fees: Fees; now: Date }): Promise<ChangedEvent[]> {
  const [, closed, due] = await db.batch([
    hideOverdueWanted(db, { now }),
    db
      .update(listings)
      .set({ waitlist_first: false })
      .where(and(sql`${listings.waitlist_first} = 1`, not(isLaunched('push'))))
      .returning({ id: listings.event_id, slug: slugOfEvent(listings.event_id) }),
    findDue(db, { now }),
  ]);
  const changed: ChangedEvent[] = [...closed];
  for (const listing of due) {
    const [offered, opened] = await db.batch([
      offerTickets(db, { listing, fees, now }),
      putOnSale(db, { listing, fees, now }),
    ]);
    if (offered.length + opened.length > 0) changed.push({ id: listing.event_id, slug: listing.slug });
  }
  return changed;
}

function findDue(db: Db, { now }: { now: Date }) {
  return db
    .select({
      id: listings.id,
      event_id: listings.event_id,
      slug: events.slug,
      start_at: events.start_at,
      end_at: events.end_at,
    })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(
      and(
        sql`${listings.waitlist_first} = 1`,
        eq(listings.status, 'active'),
        gt(listings.quantity, 0),
        takesPlace(now),
        sql`not ${isOver(now)}`,
        sql`${listings.ask_price_cents} between ${bandMin} and ${bandMax}`,
      ),
    )
    .orderBy(
      asc(events.start_at),
      asc(events.id),
      asc(listings.ask_price_cents),
      asc(listings.created_at),
      asc(listings.id),
    )
    .limit(MOST_LISTINGS);
}

type DueListing = Awaited<ReturnType<typeof findDue>>[number];

/** Goes down the waitlist and makes an offer to each person who needs no more tickets than are still left. */
function offerTickets(db: Db, { listing, fees, now }: { listing: DueListing; fees: Fees; now: Date }) {
  const until = offerEnd({ now, ...listing });
  return insertFrom(db, waitlistOffers, {
    row: {
      id: newId,
      entry_id: sql`chosen.entry_id`,
      listing_id: listing.id,
      event_id: listing.event_id,
      quantity: sql`chosen.places`,
      expires_at: until ?? now,
      created_at: now,
    },
    from: sql`from (with recursive waiting as materialized (${waitingFor(listing.id, { fees, now })}),
      pick(place, free) as (
        select 0, (select l.quantity from listings as l where l.id = ${listing.id})
        union all
        select waiting.place, pick.free - waiting.places from pick join waiting on waiting.place = (
          select min(next.place) from waiting as next where next.place > pick.place and next.places <= pick.free))
      select waiting.entry_id, waiting.places from pick join waiting on waiting.place = pick.place) as chosen
      where ${until === null ? sql`0` : sql`1`}`,
  })
    .onConflictDoNothing()
    .returning({ id: waitlistOffers.id });
}

/** Opens a listing to everybody if nobody on the waitlist can be offered its remaining tickets. */
function putOnSale(db: Db, { listing, fees, now }: { listing: DueListing; fees: Fees; now: Date }) {
  return db
    .update(listings)
    .set({ waitlist_first: false })
    .where(
      and(
        eq(listings.id, listing.id),
        eq(listings.waitlist_first, true),
        sql`not exists (${waitingFor(listing.id, { fees, now })})`,
      ),
    )
    .returning({ id: listings.id });
}
