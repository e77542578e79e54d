import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { isLaunched } from '../staff/launch-switches.ts';
import { listings } from '../trade/listings.ts';

export type Person = string | SQL | AnySQLiteColumn;

/** How many of a viewer's newest events are compared with other people's events. */
const EVENTS_COMPARED = 50;

export type CommonKind = 'direct' | 'friend' | 'event';

const sharedMarksOf = (person: Person) =>
  sql`from shared_marks as mark join shared_marks as same on same.mark_hash = mark.mark_hash
    where mark.user_id = ${person} and mark.kind <> 'device'`;

/** SQL condition: the two accounts share a mark (`shared-marks.ts`). Marks of browsers (`device`) do not count. */
export function sharesMark(one: Person, other: Person): SQL<boolean> {
  return sql`exists (select 1 ${sharedMarksOf(one)} and same.user_id = ${other})`.mapWith(Boolean);
}

/** Query for the other accounts, as `user_id`, that share a mark with this one by the rule of `sharesMark`. */
export const sharersOf = (person: Person): SQL =>
  sql`select same.user_id ${sharedMarksOf(person)} and same.user_id <> ${person}`;

/**
 * SQL condition: the person's vouches count. They count while the person's badge is live, the account is neither
 * deleted nor banned, and no freeze is open.
 */
export function mayBeTrusted(person: Person, now: Date): SQL<boolean> {
  const at = literal(now);
  return sql`(exists (select 1 from profiles as trusted join auth_users as account on account.id = trusted.id
    where trusted.id = ${person}
      and trusted.is_student_verified = 1 and coalesce(trusted.badge_until, ${at} + 1) > ${at}
      and account.deleted_at is null and coalesce(account.banned_until, 0) <= ${at})
    and not exists (select 1 from vouch_freezes as freeze where freeze.user_id = ${person}
      and freeze.until > ${at}))`.mapWith(Boolean);
}

/**
 * Query for what `viewer` has in common with each of `others`, which is itself a query that returns user ids as `id`.
 * The result has the columns `other_id`, `kind` and `via_id`. `direct`: the viewer vouches for the other. `friend`: the
 * viewer vouches for `via_id`, who vouches for the other. `event`: both received tickets for the event `via_id`. The
 * result names only people who have opted in, and nobody while vouches are off.
 *
 * Only the viewer's own circle counts, so strangers cannot change the result by vouching or trading among themselves.
 * The query reads at most 12 vouches, the vouches of those 12 people and, for each other person, 50 events.
 */
export function inCommon({ viewer, others, now }: { viewer: Person; others: SQL; now: Date }): SQL {
  const at = literal(now);
  return sql`
    with me as materialized (
      select own.id, ${mayBeTrusted(sql`own.id`, now)} as vouches_count from profiles as own
      where own.id = ${viewer} and own.shows_mutuals = 1 and ${isLaunched('vouches')}),
    them as materialized (
      select their.id from me join (${others}) as listed join profiles as their on their.id = listed.id
      where their.id <> me.id and their.shows_mutuals = 1 and not ${sharesMark(sql`me.id`, sql`their.id`)}),
    friends as materialized (
      select vouch.vouchee_id as id from me cross join vouches as vouch on vouch.voucher_id = me.id
        and vouch.status = 'live'
      where me.vouches_count and not ${sharesMark(sql`me.id`, sql`vouch.vouchee_id`)}),
    attended as materialized (
      select visit.event_id, visit.seller_id, visit.request_id from me
        cross join visits as visit on visit.user_id = me.id
        cross join events as event on event.id = visit.event_id
      where event.cancelled_at is null and event.start_at <= ${at}
        and not ${sharesMark(sql`me.id`, sql`visit.seller_id`)}
      order by visit.created_at desc limit ${sql.raw(String(EVENTS_COMPARED))})
    select them.id as other_id, 'direct' as kind, null as via_id from them join friends on friends.id = them.id
    union all
    select them.id, 'friend', friends.id from friends cross join vouches as second on second.voucher_id = friends.id
      and second.status = 'live'
      join them on them.id = second.vouchee_id join profiles as friend on friend.id = friends.id
    where friend.shows_mutuals = 1 and ${mayBeTrusted(sql`friends.id`, now)}
      and not ${sharesMark(sql`friends.id`, sql`them.id`)}
    union
    select them.id, 'event', attended.event_id from them cross join attended
      cross join visits as theirs on theirs.user_id = them.id and theirs.event_id = attended.event_id
    where not ${sharesMark(sql`them.id`, sql`theirs.seller_id`)}
      and ${isSeen(sql`attended`, sql`them.id`)} and ${isSeen(sql`theirs`, sql`(select id from me)`)}`;
}

/**
 * SQL condition: `other` is a mutual of `viewer`, judged by the viewer's circle (`inCommon`). A person's own vouches
 * must never count in that person's favor, so the viewer must not be the person who gains. When listings are sorted,
 * the viewer is the buyer. When a listing is open early to mutuals, the viewer is the seller.
 */
export function isMutualOf(viewer: Person, other: Person, now: Date): SQL<boolean> {
  return sql`(${isLaunched('vouches')} and exists (${inCommon({
    viewer,
    others: sql`select
    ${other} as id`,
    now,
  })}))`.mapWith(Boolean);
}

/** SQL condition: everybody may request this listing, because mutuals do not come first or their time is over. */
export function isOpenToAll(now: Date): SQL<boolean> {
  return sql`(coalesce(${listings.mutuals_until}, 0) <= ${literal(now)}
    or not ${isLaunched('vouches')})`.mapWith(Boolean);
}

export function isOpenTo(buyerId: string, now: Date): SQL<boolean> {
  return sql`(${isOpenToAll(now)} or ${isMutualOf(listings.seller_id, buyerId, now)})`.mapWith(Boolean);
}

/** SQL condition: `witness` has a reason to believe that the tickets of `visit` were received. */
export function isSeen(visit: SQL, witness: SQL): SQL {
  return sql`(${visit}.seller_id = ${witness}
    or exists (select 1 from scans as entry where entry.request_id = ${visit}.request_id and entry.seat is not null)
    or exists (select 1 from visits as dealt where dealt.user_id = ${witness}
      and dealt.seller_id = ${visit}.seller_id))`;
}

/** A literal, because a statement takes at most 100 bound values and may contain `inCommon` several times. */
const literal = (now: Date) => sql.raw(String(now.getTime()));
