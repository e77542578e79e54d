import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { waitlistOffers } from '../../../../drizzle/tables/trade/waitlist-offers.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { isPaidHere, totalFor } from '../../../http/shared/ticket-price.ts';
import { isCardOf, mayPay } from './kept-cards.db.ts';

export interface OfferToTake {
  id: string;
  user_id: string;
  event_id: string;
  quantity: number;
  most_total_cents: number;
}

/**
 * SQL source: the open offers that a kept card can take. Leaves out an offer if the card's owner has blocked the
 * seller, or the seller has blocked the card's owner. Also leaves out an offer if the card's owner already sent this
 * seller a ticket request for the same event, and that request is no longer pending. Otherwise a seller could refuse
 * request after request, and each new request would authorize the card again.
 */
const takable = ({ fees, now }: { fees: Fees; now: Date }): SQL => sql`from waitlist_offers as offer
  join waitlist as w on w.id = offer.entry_id join ${events} on ${events.id} = offer.event_id
  join kept_cards as card on ${isCardOf} and card.status = 'kept'
  join listings as l on l.id = offer.listing_id
  where offer.status = 'open' and offer.told_at is null and offer.expires_at > ${now.getTime()} and ${mayPay(now)}
    and offer.quantity = w.places
    and ${totalFor(sql`l.ask_price_cents`, { quantity: sql`offer.quantity`, fees })} <= w.most_cents * offer.quantity
    and ${isPaidHere(sql`l.ask_price_cents`, { quantity: sql`offer.quantity`, fees })}
    and ${areApart(sql`card.user_id`, sql`l.seller_id`)}
    and not exists (select 1 from ticket_requests as ended where ended.buyer_id = card.user_id
      and ended.seller_id = l.seller_id and ended.event_id = offer.event_id and ended.status <> 'pending')`;

/** The oldest first. */
export const findOffersToTake = (db: Db, { limit, ...about }: { fees: Fees; now: Date; limit: number }) =>
  db.all<OfferToTake>(sql`select offer.id as id, card.user_id as user_id, offer.event_id as event_id,
      offer.quantity as quantity, w.most_cents * offer.quantity as most_total_cents ${takable(about)}
    order by offer.created_at, offer.id limit ${limit}`);

/** SQL condition: a kept card can still take this offer. */
export const isStillTaken = (id: string | SQLWrapper, about: { fees: Fees; now: Date }): SQL =>
  sql`exists (select 1 ${takable(about)} and offer.id = ${id})`;

/** SQL condition: a kept card can still take this offer, and `tried` does not contain the offer's id. */
export const waitsForCard = ({ tried, ...about }: { tried: readonly string[]; fees: Fees; now: Date }): SQL =>
  sql`(${waitlistOffers.id} not in (select value from json_each(${JSON.stringify(tried)}))
    and ${isStillTaken(waitlistOffers.id, about)})`;
