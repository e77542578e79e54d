import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { events } from '../../../drizzle/tables/events.ts';
import { type Listing, listings } from '../../../drizzle/tables/listings.ts';
import type { Db } from '../../context.ts';
import { OPEN_BAND, priceBand } from '../../contract/price-band.ts';
import { eventNotFound } from '../../http/errors.ts';
import type { ChangedEvent } from '../../rooms/tell-pages.ts';
import { isApproved, type Seller } from './approved.ts';
import { bandColumns, bandMax, bandMin, isOver } from './eligible.ts';
import { eventOver, keyReused, notReseller, outsideBand } from './tickets.errors.ts';

/**
 * What a seller offers. `key` is the seller's own name for this offer: it is listed once, however often it is sent.
 */
export interface TicketOffer extends Seller {
  event_id: string;
  quantity: number;
  ask_price_cents: number;
  key: string;
}

/**
 * Puts an approved reseller's tickets on sale. One round trip: the insert carries every condition, beside the look that explains a
 * refusal. A key sent before changes nothing and answers its listing as it now stands. Throws `event.not_found` and
 * `tickets.key_reused`, `not_reseller`, `event_over`, `outside_band`.
 */
export async function offerTickets(
  db: Db,
  { offer, now }: { offer: TicketOffer; now: Date },
): Promise<{ listing: Listing; changed: ChangedEvent[] }> {
  const id = crypto.randomUUID();
  const [, [listing], [event]] = await db.batch([
    insertListing(db, { id, offer, now }),
    db.select().from(listings).where(sentBefore(offer)),
    db
      .select({
        ...bandColumns,
        slug: events.slug,
        is_published: events.is_published,
        is_over: isOver(now),
        is_approved: isApproved(offer, now),
      })
      .from(events)
      .where(eq(events.id, offer.event_id)),
  ]);
  if (listing && listing.idempotency_body !== bodyOf(offer)) throw keyReused();
  if (listing) return { listing, changed: event && listing.id === id ? [{ id: listing.event_id, slug: event.slug }] : [] };
  if (!event?.is_published) throw eventNotFound();
  if (!event.is_approved) throw notReseller();
  if (event.is_over) throw eventOver();
  throw outsideBand(priceBand(event) ?? OPEN_BAND);
}

function insertListing(db: Db, { id, offer, now }: { id: string; offer: TicketOffer; now: Date }) {
  const row = {
    id: sql`${id}`,
    event_id: sql`${events.id}`,
    seller_id: sql`${offer.seller_id}`,
    quantity: sql`${offer.quantity}`,
    held: sql`0`,
    ask_price_cents: sql`${offer.ask_price_cents}`,
    status: sql`'active'`,
    idempotency_key: sql`${offer.key}`,
    idempotency_body: sql`${bodyOf(offer)}`,
    created_at: sql`${now.getTime()}`,
  } satisfies Record<keyof Listing, unknown>;
  const values = Object.keys(getTableColumns(listings)).map((column) => row[column as keyof Listing]);
  return db
    .insert(listings)
    .select(
      sql`select ${sql.join(values, sql`, `)} from ${events}
        where ${events.id} = ${offer.event_id} and ${events.is_published} = 1 and not (${isOver(now)}) and ${isApproved(offer, now)}
          and ${offer.ask_price_cents} between ${bandMin} and ${bandMax}`,
    )
    .onConflictDoNothing();
}

/** What a repeat of the key must be sent with. */
const bodyOf = ({ event_id, quantity, ask_price_cents }: TicketOffer) => JSON.stringify({ event_id, quantity, ask_price_cents });

/** The listing that this key of this seller made. */
const sentBefore = ({ seller_id, key }: TicketOffer) => and(eq(listings.seller_id, seller_id), eq(listings.idempotency_key, key));
