import { and, eq, sql } from 'drizzle-orm';
import { isOver } from '../../../drizzle/tables/event-over.ts';
import { isPublic, takesPlace } from '../../../drizzle/tables/event-public.ts';
import { events } from '../../../drizzle/tables/events.ts';
import { type Listing, listings } from '../../../drizzle/tables/listings.ts';
import { isLaunched } from '../../../drizzle/tables/launch-switches.ts';
import { maySell } from '../../../drizzle/tables/trade-rights.ts';
import type { Db } from '../../context.ts';
import { priceBand } from '../../contract/price-band.ts';
import type { ChangedEvent } from '../../http/batch.ts';
import { eventCancelled, eventNotFound } from '../../http/errors.ts';
import { insertFrom } from '../../http/insert-from.ts';
import { askForFaceValue } from './face-value-asks.db.ts';
import { bandColumns, bandMax, bandMin } from './price-band.db.ts';
import { eventOver, instantNeedsPayments, keyReused, noFaceValue, notReseller, outsideBand } from './tickets.errors.ts';

/** The tickets that a seller offers. The seller's client chooses `key`. Offers with the same key create only one listing. */
export interface OfferedTickets {
  seller_id: string;
  event_id: string;
  quantity: number;
  ask_price_cents: number;
  is_instant: boolean;
  key: string;
}

/**
 * Creates a listing of an approved reseller. One round trip: the insert checks every condition, and a query in the same batch explains a
 * refusal. A repeated key changes nothing and returns the current listing. Throws `event.not_found` and `tickets.key_reused`,
 * `not_reseller`, `event_over`, `outside_band`, and `no_face_value`, which also asks staff for the face value. `launch.off` if an instant
 * listing is offered while payments are off.
 */
export async function offerTickets(
  db: Db,
  { offered, now }: { offered: OfferedTickets; now: Date },
): Promise<{ listing: Listing; changed: ChangedEvent[] }> {
  const id = crypto.randomUUID();
  const isSame = and(eq(listings.seller_id, offered.seller_id), eq(listings.idempotency_key, offered.key));
  const [, , [listing], [event]] = await db.batch([
    insertListing(db, { id, offered, now }),
    askForFaceValue(db, { ...offered, now }),
    db.select().from(listings).where(isSame),
    db
      .select({
        ...bandColumns,
        slug: events.slug,
        is_public: isPublic(now),
        cancelled_at: events.cancelled_at,
        is_over: isOver(now),
        may_sell: maySell(offered.seller_id, now),
        takes_payments: isLaunched('payments'),
      })
      .from(events)
      .where(eq(events.id, offered.event_id)),
  ]);
  if (listing && listing.idempotency_body !== bodyOf(offered)) throw keyReused();
  if (listing) return { listing, changed: event && listing.id === id ? [{ id: listing.event_id, slug: event.slug }] : [] };
  if (!event?.is_public) throw eventNotFound();
  if (!event.may_sell) throw notReseller();
  if (event.is_over) throw eventOver();
  if (event.cancelled_at) throw eventCancelled();
  if (offered.is_instant && !event.takes_payments) throw instantNeedsPayments();
  const band = priceBand(event);
  throw band ? outsideBand(band) : noFaceValue();
}

function insertListing(db: Db, { id, offered, now }: { id: string; offered: OfferedTickets; now: Date }) {
  const { seller_id, quantity, ask_price_cents, is_instant, key } = offered;
  return insertFrom(db, listings, {
    row: {
      id,
      event_id: events.id,
      seller_id,
      quantity,
      ask_price_cents,
      is_instant,
      status: 'active',
      idempotency_key: key,
      idempotency_body: bodyOf(offered),
      created_at: now,
    },
    from: sql`from ${events} where ${events.id} = ${offered.event_id} and ${takesPlace(now)} and not ${isOver(now)}
      and ${events.ticket_price_cents} is not null and ${maySell(seller_id, now)} and ${ask_price_cents} between ${bandMin} and ${bandMax}
      and ${is_instant ? isLaunched('payments') : sql`true`}`,
  }).onConflictDoNothing();
}

/** The values that must be the same when a key is repeated. */
const bodyOf = ({ event_id, quantity, ask_price_cents, is_instant }: OfferedTickets) =>
  JSON.stringify({ event_id, quantity, ask_price_cents, ...(is_instant ? { is_instant } : {}) });
