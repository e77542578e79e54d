import { MISSED_LIMIT } from '../../../../drizzle/vocabulary.ts';
import { type SQL, sql } from 'drizzle-orm';
import { hasBadge } from '../../../../drizzle/tables/people/badge.ts';
import { inCommon } from '../../../../drizzle/tables/people/mutuals.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { paymentsAreOn, totalFor } from '../../../http/shared/ticket-price.ts';

/**
 * SQL value: the account that sent the waitlist entry `w`. If no account sent it, the account that has confirmed the
 * entry's address as its own.
 */
export const accountOfEntry = sql`coalesce(w.applicant_id, (select owner.id from auth_users as owner
  where lower(owner.email) = w.email_key and owner.email is not null and owner.email_confirmed_at is not null
    and owner.deleted_at is null))`;

/** SQL condition: `w` is confirmed, its person sees it as pending, and it missed fewer than `MISSED_LIMIT` offers. */
export const mayWait = (now: Date): SQL =>
  sql`iif(coalesce(w.tell_at, 0) > ${now.getTime()}, w.told_status, w.status) = 'pending' and w.missed < ${MISSED_LIMIT}
    and w.confirmed_at is not null`;

/**
 * SQL condition: entry `w` has no account, or its account `a` can buy and has no pending or accepted ticket request for
 * the event.
 */
export const mayBeOffered = (eventId: SQL, now: Date): SQL =>
  sql`((a.id is null and w.applicant_id is null) or (a.id is not null and a.deleted_at is null
    and coalesce(a.banned_until, 0) <= ${now.getTime()}
    and not exists (select 1 from ticket_requests as own where own.buyer_id = a.id and own.event_id = ${eventId}
      and own.status in ('pending', 'accepted'))))`;

export const badgeFirst = (now: Date): SQL => sql`${hasBadge(sql`a.id`, now)} desc`;

/** SQL order: if the seller puts mutuals first, people who have something in common with the seller come first. */
function mutualFirst(listingId: string, now: Date): SQL {
  const viewer = sql`(select kept.seller_id from listings as kept where kept.id = ${listingId}
    and kept.mutuals_until is not null)`;
  const others = sql`select ${accountOfEntry} as id from waitlist as w
    where w.event_id = (select kept.event_id from listings as kept where kept.id = ${listingId})`;
  return sql`coalesce(a.id in (select other_id from (${inCommon({ viewer, others, now })})), 0) desc`;
}

/**
 * SQL condition: the entry `w` has no price limit at `now`, or listing `l` is within it. With payments on, fees count,
 * too.
 */
const isWithinLimit = (fees: Fees, now: Date): SQL => sql`(coalesce(w.wanted_until, 0) <= ${now.getTime()}
  or iif(${paymentsAreOn}, ${totalFor(sql`l.ask_price_cents`, { quantity: sql`w.places`, fees })},
    l.ask_price_cents * w.places) <= w.most_cents * w.places)`;

/**
 * SQL condition: `w` is the first waiting entry of its account, and no other entry of the account has an open offer. An
 * account can have several entries, because a person can join the waitlist under two addresses. An entry with a search
 * for tickets comes before an entry without one.
 */
const isFirstOfAccount = (now: Date): SQL => sql`not exists (select 1 from waitlist as twin
  where twin.id in (select sent.id from waitlist as sent where sent.applicant_id = a.id and sent.event_id = w.event_id
      union all select named.id from waitlist as named where named.event_id = w.event_id and named.applicant_id is null
        and named.email_key = lower(a.email) and a.email_confirmed_at is not null)
    and twin.id <> w.id
    and (exists (select 1 from waitlist_offers as held where held.entry_id = twin.id and held.status = 'open')
      or twin.confirmed_at is not null
        and iif(coalesce(twin.tell_at, 0) > ${now.getTime()}, twin.told_status, twin.status) = 'pending'
        and (twin.wanted_id is null, twin.confirmed_at, twin.id) < (w.wanted_id is null, w.confirmed_at, w.id)))`;

/** Query for the entries that can be offered the listing. `place` is the position in line, counted from 1. */
export function waitingFor(listingId: string, { fees, now }: { fees: Fees; now: Date }): SQL {
  return sql`select w.id as entry_id, w.places, row_number() over (order by ${badgeFirst(now)},
    ${mutualFirst(listingId, now)}, w.confirmed_at, w.id) as place
    from listings as l join waitlist as w on w.event_id = l.event_id
      left join auth_users as a on a.id = ${accountOfEntry}
    where l.id = ${listingId} and l.status = 'active' and l.waitlist_first = 1 and w.places <= l.quantity
      and ${isLaunched('push')} and ${mayWait(now)} and ${mayBeOffered(sql`l.event_id`, now)}
        and a.id is not l.seller_id and ${isWithinLimit(fees, now)} and ${isFirstOfAccount(now)}
      and not exists (select 1 from waitlist_offers as made where made.entry_id = w.id
        and (made.listing_id = l.id or made.status = 'open'))
      and not exists (select 1 from ticket_requests as old where old.buyer_id = a.id and old.listing_id = l.id
        and old.declined_at is not null)`;
}
