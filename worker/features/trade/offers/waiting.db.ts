import { MISSED_LIMIT } from '../../../../drizzle/vocabulary.ts';
import { type SQL, sql } from 'drizzle-orm';
import { hasBadge } from '../../../../drizzle/tables/people/badge.ts';
import { inCommon } from '../../../../drizzle/tables/people/mutuals.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';

/**
 * The id of the account of the entry `w`, in SQL: the account that sent it, or else the account that has proven its
 * address.
 */
export const accountOfEntry = sql`coalesce(w.applicant_id, (select owner.id from auth_users as owner
  where lower(owner.email) = w.email_key and owner.email is not null and owner.email_confirmed_at is not null
    and owner.deleted_at is null))`;

/**
 * True, in SQL, of the entry `w` once it is confirmed, while its person is told that it is pending, and has not left
 * two offers in a row unanswered.
 */
export const mayWait = (now: Date): SQL =>
  sql`iif(coalesce(w.tell_at, 0) > ${now.getTime()}, w.told_status, w.status) = 'pending' and w.missed < ${MISSED_LIMIT}
    and w.confirmed_at is not null`;

/**
 * True, in SQL, of the account `a` of the entry `w` at the event `eventId`: it may buy, and has no live request for the
 * event. No account is right too.
 */
export const mayBeOffered = (eventId: SQL, now: Date): SQL =>
  sql`((a.id is null and w.applicant_id is null) or (a.id is not null and a.deleted_at is null
    and coalesce(a.banned_until, 0) <= ${now.getTime()}
    and not exists (select 1 from ticket_requests as own where own.buyer_id = a.id and own.event_id = ${eventId}
      and own.status in ('pending', 'accepted'))))`;

/** The order of a waitlist, in SQL: people with a live badge come first, then who confirmed their place first. */
export const badgeFirst = (now: Date): SQL => sql`${hasBadge(sql`a.id`, now)} desc`;

/**
 * The order within it, in SQL, if the seller puts mutuals first: people with whom the seller has something in common.
 */
function mutualFirst(listingId: string, now: Date): SQL {
  const viewer = sql`(select kept.seller_id from listings as kept where kept.id = ${listingId}
    and kept.mutuals_until is not null)`;
  const others = sql`select ${accountOfEntry} as id from waitlist as w
    where w.event_id = (select kept.event_id from listings as kept where kept.id = ${listingId})`;
  return sql`coalesce(a.id in (select other_id from (${inCommon({ viewer, others, now })})), 0) desc`;
}

/**
 * A query for the entries that can be offered tickets of a listing, in order: `entry_id`, `places`, `place` from 1 on.
 * The account of an entry is not the seller's, and the seller has not declined it for this listing. An entry has at
 * most one open offer, and is offered the tickets of a listing once.
 */
export function waitingFor(listingId: string, now: Date): SQL {
  return sql`select w.id as entry_id, w.places, row_number() over (order by ${badgeFirst(now)},
    ${mutualFirst(listingId, now)}, w.confirmed_at, w.id) as place
    from listings as l join waitlist as w on w.event_id = l.event_id
      left join auth_users as a on a.id = ${accountOfEntry}
    where l.id = ${listingId} and l.status = 'active' and l.waitlist_first = 1 and w.places <= l.quantity
      and ${isLaunched('push')} and ${mayWait(now)} and ${mayBeOffered(sql`l.event_id`, now)}
        and a.id is not l.seller_id
      and not exists (select 1 from waitlist_offers as made where made.entry_id = w.id
        and (made.listing_id = l.id or made.status = 'open'))
      and not exists (select 1 from ticket_requests as old where old.buyer_id = a.id and old.listing_id = l.id
        and old.declined_at is not null)`;
}
