import { type SQL, sql } from 'drizzle-orm';
import { PAY_WINDOW_MS, UNPAID_HOLDS } from '../../../contract/trade/ticket-expiry.ts';
import { paymentsAreOn } from '../../../http/shared/ticket-price.ts';

/** A literal, because D1 allows 100 bound values and the insert of a group needs most of them. */
const literal = (number: number) => sql.raw(String(number));

/**
 * SQL list: the other accounts that share an email address, a school inbox, a card or a phone with the buyer. A shared
 * browser does not count, because several people can use it.
 */
const alikes = (buyerId: string | SQL) =>
  sql`(select same.user_id from shared_marks as mark join shared_marks as same on same.mark_hash = mark.mark_hash
    and same.kind = mark.kind
    where mark.user_id = ${buyerId} and mark.kind <> 'device' and same.user_id <> mark.user_id)`;

const isOfCancelledEvent = sql`exists (select 1 from events as shown
  where shown.id = old.event_id and shown.cancelled_at is not null)`;

/**
 * SQL condition: the buyer cancelled the hold. The condition is false if the organizer, a seller or a friend ended the
 * hold. The signs of such an end: the event is cancelled, another hold of the same group was declined or expired, or
 * the hold belongs to a squad in which the buyer still has a place.
 */
const isGivenUp = sql`(old.status = 'cancelled' and not ${isOfCancelledEvent}
  and not exists (select 1 from ticket_requests as member
    where member.group_id = old.group_id and member.status in ('declined', 'expired'))
  and not exists (select 1 from squad_cards as card where card.id = old.id and card.left_at is null))`;

/**
 * SQL value: when the buyer can hold tickets again (UTC ms), or null without a pause. Counts ended holds of the buyer
 * and of the buyer's `alikes`. A hold with an authorized card counts only if the buyer gave it up. A hold with a card
 * page but no authorized card counts no matter who ended it. Otherwise a seller could help the buyer by ending such
 * holds. Other holds do not count. If the event is cancelled, no cancelled hold counts. An expired hold counts three
 * times as much as a cancelled one. A group counts once.
 */
export function holdsPausedUntil(buyerId: string | SQL, now: Date) {
  const at = now.getTime();
  const day = literal(UNPAID_HOLDS.counted_ms);
  return sql<number | null>`iif(${paymentsAreOn}, (select max(counted.ended) + ${literal(UNPAID_HOLDS.pause_ms)} from (
    select hold.ended, sum(hold.weight) over (order by hold.ended range between ${day} preceding
      and current row) as weight from (
      select max(min(old.expires_at, old.created_at + ${literal(PAY_WINDOW_MS)})) as ended,
        max(iif(old.status = 'expired', ${literal(UNPAID_HOLDS.lapsed)}, ${literal(UNPAID_HOLDS.cancelled)})) as weight
      from ticket_requests as old indexed by ticket_requests_buyer join payments as unpaid on unpaid.request_id = old.id
      where (old.buyer_id = ${buyerId} or old.buyer_id in ${alikes(buyerId)})
        and old.created_at > ${literal(at - UNPAID_HOLDS.counted_ms - UNPAID_HOLDS.pause_ms - PAY_WINDOW_MS)}
        and old.status in ('expired', 'cancelled')
        and coalesce(unpaid.session_id, unpaid.authorized_at) is not null
        and (${isGivenUp} or unpaid.authorized_at is null and (old.status = 'expired' or not ${isOfCancelledEvent}))
      group by coalesce(old.group_id, old.id)) as hold) as counted
    where counted.weight >= ${literal(UNPAID_HOLDS.most)}
      and counted.ended > ${literal(at - UNPAID_HOLDS.pause_ms)}), null)`;
}

/** SQL value: until when (UTC ms) one of the buyer's `alikes` holds unpaid tickets of the event, or null. */
export function heldByAlikeUntil(buyerId: string, eventId: string, now: Date) {
  return sql<
    number | null
  >`(select max(other.expires_at) from ticket_requests as other indexed by ticket_requests_pending
    join payments as unpaid on unpaid.request_id = other.id and unpaid.status = 'awaiting'
    where other.status = 'pending' and other.event_id = ${eventId} and other.expires_at > ${literal(now.getTime())}
      and other.buyer_id in ${alikes(buyerId)})`;
}

export const mayHold = (buyerId: string, eventId: string, now: Date) =>
  sql`${holdsPausedUntil(buyerId, now)} is null and ${heldByAlikeUntil(buyerId, eventId, now)} is null`;
