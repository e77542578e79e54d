import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { type Listing, listings } from '../../../drizzle/tables/listings.ts';
import { resellerApplications } from '../../../drizzle/tables/reseller-applications.ts';
import { ticketRequests } from '../../../drizzle/tables/ticket-requests.ts';
import type { Db } from '../../context.ts';
import { emailKey } from '../../contract/people.ts';
import { isWithinBand, priceBand } from '../../contract/price-band.ts';
import { LISTING_MOVES, movesTo } from '../../contract/ticket-moves.ts';
import { eventNotFound } from '../../http/errors.ts';
import { bandMax, bandMin, isOver } from './eligible.ts';
import type { ChangedNight } from './expire.db.ts';
import { eventOver, listingEnded, listingNotFound, notReseller, outsideBand } from './tickets.errors.ts';

const LISTING_COLUMNS = getTableColumns(listings);

const bandColumns = {
  ticket_price_cents: events.ticket_price_cents,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
};

const NO_FACE_VALUE = { min_cents: 0, max_cents: 100_000_000 };

/** What a seller offers; `email` is the account's address, which an approved application must carry. */
export interface TicketOffer {
  seller_id: string;
  email: string | null;
  event_id: string;
  quantity: number;
  ask_price_cents: number;
}

/**
 * Puts an approved reseller's tickets on sale. One round trip: the insert carries every condition, beside the look that explains a
 * refusal. Throws `event.not_found`, `tickets.not_reseller`, `tickets.event_over`, `tickets.outside_band`.
 */
export async function offerTickets(
  db: Db,
  { offer, now }: { offer: TicketOffer; now: Date },
): Promise<{ listing: Listing; changed: ChangedNight[] }> {
  const id = crypto.randomUUID();
  const isApproved = sql<number>`exists (select 1 from ${resellerApplications}
    where ${resellerApplications.email_key} = ${emailKey(offer.email ?? '')} and ${resellerApplications.status} = 'approved')`;
  const row = {
    id: sql`${id}`,
    event_id: sql`${events.id}`,
    seller_id: sql`${offer.seller_id}`,
    quantity: sql`${offer.quantity}`,
    held: sql`0`,
    ask_price_cents: sql`${offer.ask_price_cents}`,
    status: sql`'active'`,
    idempotency_key: sql`null`,
    created_at: sql`${now.getTime()}`,
  } satisfies Record<keyof Listing, unknown>;
  const values = Object.keys(LISTING_COLUMNS).map((column) => row[column as keyof Listing]);
  const insert = db.insert(listings).select(
    sql`select ${sql.join(values, sql`, `)} from ${events}
      where ${events.id} = ${offer.event_id} and ${events.is_published} = 1 and not (${isOver(now)}) and ${isApproved}
        and ${offer.ask_price_cents} between ${bandMin} and ${bandMax}`,
  );
  const [, [listing], [night]] = await db.batch([
    insert,
    db.select().from(listings).where(eq(listings.id, id)),
    db
      .select({ ...bandColumns, slug: events.slug, is_published: events.is_published, is_over: isOver(now), is_approved: isApproved })
      .from(events)
      .where(eq(events.id, offer.event_id)),
  ]);
  if (!night?.is_published) throw eventNotFound();
  if (listing) return { listing, changed: [{ id: listing.event_id, slug: night.slug }] };
  if (!night.is_approved) throw notReseller();
  if (night.is_over) throw eventOver();
  throw outsideBand(priceBand(night) ?? NO_FACE_VALUE);
}

/** Which listing a seller means. */
export interface OwnListing {
  id: string;
  seller_id: string;
}

/**
 * Prices a listing that is on sale anew; requests made before keep their price. Throws `tickets.listing_not_found`,
 * `tickets.listing_ended`, `tickets.outside_band`.
 */
export async function priceListing(db: Db, { which, ask_price_cents }: { which: OwnListing; ask_price_cents: number }) {
  const inBand = sql`exists (select 1 from ${events} where ${events.id} = ${listings.event_id}
    and ${ask_price_cents} between ${bandMin} and ${bandMax})`;
  const [priced, [found]] = await db.batch([
    db
      .update(listings)
      .set({ ask_price_cents })
      .where(and(isOwn(which), eq(listings.status, 'active'), inBand))
      .returning({ id: listings.id }),
    readOwn(db, which),
  ]);
  if (!found) throw listingNotFound();
  if (found.listing.status !== 'active') throw listingEnded(found.listing.status);
  if (!isWithinBand(found.band, ask_price_cents)) throw outsideBand(priceBand(found.band) ?? NO_FACE_VALUE);
  return { listing: found.listing, changed: changedNight(found, priced.length > 0) };
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
  return { listing: found.listing, changed: changedNight(found, withdrawn.length > 0) };
}

/** A seller's listings, newest first, at most 200. */
export function findListings(db: Db, { seller_id }: { seller_id: string }): Promise<Listing[]> {
  return db
    .select()
    .from(listings)
    .where(eq(listings.seller_id, seller_id))
    .orderBy(desc(listings.created_at), desc(listings.id))
    .limit(200);
}

const isOwn = ({ id, seller_id }: OwnListing) => and(eq(listings.id, id), eq(listings.seller_id, seller_id));

function readOwn(db: Db, which: OwnListing) {
  return db
    .select({ listing: listings, slug: events.slug, band: bandColumns })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(isOwn(which));
}

function changedNight({ listing, slug }: { listing: Listing; slug: string }, isChanged: boolean): ChangedNight[] {
  return isChanged ? [{ id: listing.event_id, slug }] : [];
}
