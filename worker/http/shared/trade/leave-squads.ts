import { and, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import type { Db } from '../../../context.ts';

/** The time of the write, in UTC ms. */
const AT = sql<Date>`cast(unixepoch('subsec') * 1000 as integer)`;

/**
 * Takes accounts out of squads that are still gathering, and deletes the stored times at which these people got home.
 * `settleSquad` then releases their cards, and ends the squads whose captain is one of these people. `accounts` is a
 * query of profile ids.
 */
export const leaveSquads = (db: Db, { accounts }: { accounts: SQL }) => [
  db
    .update(squadCards)
    .set({ left_at: AT, version: sql`${squadCards.version} + 1` })
    .where(
      and(
        sql`${squadCards.user_id} in (${accounts})`,
        isNull(squadCards.left_at),
        inArray(squadCards.status, ['awaiting', 'authorized']),
      ),
    ),
  db
    .update(squadCards)
    .set({ home_at: null })
    .where(and(sql`${squadCards.user_id} in (${accounts})`, isNotNull(squadCards.home_at))),
  db
    .update(squads)
    .set({ settle_at: AT, version: sql`${squads.version} + 1` })
    .where(
      sql`${squads.status} = 'gathering' and (${squads.captain_id} in (${accounts})
        or exists (select 1 from squad_cards as card where card.squad_id = ${squads.id}
          and card.user_id in (${accounts})))`,
    ),
];

/**
 * Deletes squads, the oldest first: at most `most`, or all if `most` is -1. `which` is an SQL condition, in which
 * `closed` is the alias of the squad. A squad stays while one of its cards is `awaiting` or `authorized`.
 */
export function deleteSquads(db: Db, which: SQL, most = -1) {
  const closed = sql`select closed.id from squads as closed where ${which}
    and not exists (select 1 from squad_cards as open where open.squad_id = closed.id
      and open.status in ('awaiting', 'authorized')) order by closed.created_at limit ${most}`;
  return [
    db.delete(squadCards).where(sql`${squadCards.squad_id} in (${closed})`),
    db.delete(squads).where(
      sql`${squads.id} in (${closed}) and not exists (select 1 from squad_cards as card
        where card.squad_id = ${squads.id})`,
    ),
  ] as const;
}
