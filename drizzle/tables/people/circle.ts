import { type SQL, sql } from 'drizzle-orm';
import { areApart } from '../talk/blocks.ts';
import { isSeen, mayBeTrusted, type Person, sharersOf, sharesMark } from './mutuals.ts';
import { isActiveAccount } from './trade-rights.ts';

/**
 * The most rows that each part of the query reads. `second`: vouches by friends. `visits`: the viewer's visits. `met`:
 * anybody's visits to the same events.
 */
const MOST = { second: 48, visits: 2, met: 10 } as const;

/**
 * Query for the ids of the people in `viewer`'s circle for whom `keeps` holds. An id may appear more than once. As in
 * `inCommon`, the circle is friends, friends of friends, and people who were at the same events. This query starts from
 * the viewer, so that it reads few rows.
 *
 * The viewer and the people found must have agreed to show where they go. A friend who connects the viewer to another
 * person must have agreed to be counted as a mutual.
 */
export function circleOf({ viewer, keeps, now }: { viewer: Person; keeps: (id: SQL) => SQL; now: Date }): SQL {
  const me = sql`${viewer}`;
  const mayLook = sql`exists (select 1 from profiles as asks where asks.id = ${me} and asks.shows_going = 1)`;
  const mayCount = sql`${mayLook} and ${mayBeTrusted(me, now)}`;
  // A `case` checks its conditions in order, so the other lookups run only for people who pass the first two.
  const isShown = (id: SQL, isClose: SQL) => sql`case when not ${keeps(id)} then 0
    when not exists (select 1 from profiles as shown indexed by profiles_shows_going
      where shown.id = ${id} and shown.shows_going = 1) then 0
    else ${id} <> ${me} and ${areApart(me, id)} and ${isActiveAccount(id, now)} and ${isOther(id)}
      and ${isClose} end`;
  const second = sql`select second.vouchee_id as id, second.voucher_id as via from vouches as own
    cross join vouches as second on second.voucher_id = own.vouchee_id and second.status = 'live'
    where own.voucher_id = ${me} and own.status = 'live' and ${mayCount} limit ${most(MOST.second)}`;
  const attended = sql`select visit.event_id, visit.rowid as own_row from visits as visit
    cross join events as event on event.id = visit.event_id
    where visit.user_id = ${me} and ${mayLook} and event.cancelled_at is null
      and event.start_at <= ${sql.raw(String(now.getTime()))} and ${isOther(sql`visit.seller_id`)}
    order by visit.created_at desc limit ${most(MOST.visits)}`;
  const met = sql`select theirs.user_id as id, theirs.rowid as their_row, attended.own_row
    from (${attended}) as attended cross join visits as theirs on theirs.event_id = attended.event_id
    limit ${most(MOST.met)}`;
  const viaFriend = sql`exists (select 1 from profiles as friend where friend.id = near.via and friend.shows_mutuals = 1)
    and ${mayBeTrusted(sql`near.via`, now)} and ${isOther(sql`near.via`)}
    and not ${sharesMark(sql`near.via`, sql`near.id`)}`;
  const atSameEvent = sql`exists (select 1 from visits as mine join visits as theirs
    where mine.rowid = met.own_row and theirs.rowid = met.their_row
      and not ${sharesMark(sql`met.id`, sql`theirs.seller_id`)}
      and ${isSeen(sql`mine`, sql`met.id`)} and ${isSeen(sql`theirs`, me)})`;
  return sql`with sharers as materialized (${sharersOf(me)})
    select own.vouchee_id as id from vouches as own where own.voucher_id = ${me} and own.status = 'live' and ${mayCount}
      and ${isShown(sql`own.vouchee_id`, sql`1`)}
    union all
    select near.id from (${second}) as near where ${isShown(sql`near.id`, viaFriend)}
    union all
    select met.id from (${met}) as met where ${isShown(sql`met.id`, atSameEvent)}`;
}

/** SQL condition in the query above: the account shares no mark with the viewer (`sharesMark`). */
const isOther = (id: SQL) => sql`not exists (select 1 from sharers where sharers.user_id = ${id})`;

const most = (rows: number) => sql.raw(String(rows));
