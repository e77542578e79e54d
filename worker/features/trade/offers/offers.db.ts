import { and, eq, gt, sql } from 'drizzle-orm';
import { named } from '../../../../drizzle/tables/columns.ts';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { listings } from '../../../../drizzle/tables/trade/listings.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { keepPlace } from '../../../http/shared/nights/waitlist-entries.ts';
import { paymentsAreOn, totalFor } from '../../../http/shared/ticket-price.ts';
import { offerEnded, offerNotFound } from '../listings/tickets.errors.ts';
import { isEntryOf } from './offered-listing.db.ts';

interface OwnOffer {
  id: string;
  user_id: string;
  now: Date;
}

const isOwn = ({ id, user_id }: OwnOffer) =>
  and(
    eq(waitlistOffers.id, id),
    sql`exists (select 1 from waitlist as w where w.id = ${waitlistOffers.entry_id} and ${isEntryOf(user_id)})`,
  );

const readOffer = (db: Db, own: OwnOffer, fees: Fees) =>
  db
    .select({
      id: waitlistOffers.id,
      status: waitlistOffers.status,
      quantity: waitlistOffers.quantity,
      expires_at: waitlistOffers.expires_at,
      ask_price_cents: listings.ask_price_cents,
      is_instant: listings.is_instant,
      total_cents: sql<number | null>`iif(${paymentsAreOn},
        ${totalFor(listings.ask_price_cents, { quantity: sql`${waitlistOffers.quantity}`, fees })}, null)`.as('total'),
      takes_place: sql<number>`(${takesPlace(own.now)} and not ${isOver(own.now)})`.mapWith(Boolean).as('takes_place'),
      event: named('event', { id: events.id, title: events.title, slug: events.slug, start_at: events.start_at }),
      venue: named('venue', { name: venues.name, city: venues.city }),
      seller: named('seller', { id: profiles.id, display_name: profiles.display_name, school: profiles.school }),
    })
    .from(waitlistOffers)
    .innerJoin(listings, eq(listings.id, waitlistOffers.listing_id))
    .innerJoin(profiles, eq(profiles.id, listings.seller_id))
    .innerJoin(events, eq(events.id, waitlistOffers.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .where(isOwn(own));

/** Throws `tickets.offer_not_found`. */
export async function findOffer(db: Db, { fees, ...own }: OwnOffer & { fees: Fees }) {
  const [offer] = await readOffer(db, own, fees);
  if (!offer) throw offerNotFound();
  return offer;
}

export type OfferRow = Awaited<ReturnType<typeof findOffer>>;

/**
 * Declines an offer. A repeat changes nothing. Throws `tickets.offer_not_found`, and `tickets.offer_ended` if the offer
 * ended in another way.
 */
export async function passOffer(db: Db, own: OwnOffer): Promise<{ changed: ChangedEvent[] }> {
  const [passed, [found]] = await db.batch([
    db
      .update(waitlistOffers)
      .set({ status: 'passed', ended_at: own.now })
      .where(and(isOwn(own), eq(waitlistOffers.status, 'open'), gt(waitlistOffers.expires_at, own.now)))
      .returning({ id: waitlistOffers.id }),
    db
      .select({ status: waitlistOffers.status, event_id: events.id, slug: events.slug })
      .from(waitlistOffers)
      .innerJoin(events, eq(events.id, waitlistOffers.event_id))
      .where(isOwn(own)),
  ]);
  if (!found) throw offerNotFound();
  if (found.status !== 'passed') throw offerEnded();
  return { changed: passed.length > 0 ? [{ id: found.event_id, slug: found.slug }] : [] };
}

/** Changes nothing on a repeat or for a deleted entry. */
export async function stayOnWaitlist(db: Db, { entry_id }: { entry_id: string }): Promise<void> {
  await keepPlace(db, { entry_id });
}
