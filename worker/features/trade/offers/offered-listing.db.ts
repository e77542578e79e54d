import { type SQL, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { bandMax, bandMin } from '../../../http/shared/price-limits.ts';

/**
 * SQL condition: the waitlist entry `w` is the person's. An entry that was sent without an account belongs to the
 * account that has proven the entry's address.
 */
export const isEntryOf = (userId: string): SQL =>
  sql`(w.applicant_id = ${userId} or w.applicant_id is null and exists (select 1 from auth_users as mine
    where mine.id = ${userId} and lower(mine.email) = w.email_key
    and mine.email_confirmed_at is not null and mine.deleted_at is null))`;

/** Query for the listing of an open offer, with the columns of `cheapestListing`. `quantity` counts offered tickets. */
export function offeredListing({ offer_id, buyer_id, now }: { offer_id: string; buyer_id: string; now: Date }): SQL {
  return sql`
    select l.id, l.event_id, l.seller_id, offer.quantity, l.ask_price_cents, ${events.start_at}
    from waitlist_offers as offer join waitlist as w on w.id = offer.entry_id
      join listings as l on l.id = offer.listing_id
      join ${events} on ${events.id} = offer.event_id
    where offer.id = ${offer_id} and offer.status = 'open' and offer.expires_at > ${now.getTime()}
      and ${isEntryOf(buyer_id)}
      and ${takesPlace(now)} and not ${isOver(now)} and l.seller_id <> ${buyer_id}
        and l.status in ('active', 'reserved')
      and l.ask_price_cents between ${bandMin} and ${bandMax}`;
}
