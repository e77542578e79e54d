import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { lacksBadge } from '../../../../drizzle/tables/people/trade-rights.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import type { Db } from '../../../context.ts';
import { MOST_CARDS } from '../../../contract/trade/squads.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { badgeNeeded, holdsPaused } from '../listings/tickets.errors.ts';
import { holdsPausedUntil } from '../requests/unpaid-holds.db.ts';
import { mayJoin } from './hold-squad.db.ts';
import { endSquad, isOwnCard } from './squad.db.ts';
import {
  alreadyGathering,
  notTogether,
  placesTaken,
  squadFull,
  squadNotFound,
  squadOver,
  tooManySquads,
} from './squads.errors.ts';

export interface Actor {
  user_id: string;
  now: Date;
}

const takesSeat = sql`card.left_at is null and card.status in ('awaiting', 'authorized', 'used')`;
const taken = (squadId: string) =>
  sql<number>`(select count(*) from squad_cards as card where card.squad_id = ${squadId} and ${takesSeat})`;

/** SQL condition: the person has no place in a gathering squad for the event. */
export const isFree = ({ user_id, event_id }: { user_id: string; event_id: string | SQL }) =>
  sql`not exists (select 1 from squad_cards as card join squads as other on other.id = card.squad_id
    where card.user_id = ${user_id} and ${takesSeat} and other.event_id = ${event_id} and other.status = 'gathering')`;

/**
 * A repeat changes nothing. Throws `squads.not_found`, `squads.over`, `squads.full`, `squads.apart`,
 * `squads.gathering`, `squads.too_many`, and `tickets.badge_needed` and `tickets.holds_paused`.
 */
export async function joinSquad(db: Db, { id, user_id, now }: Actor & { id: string }): Promise<void> {
  const event_id = sql`(select own.event_id from squads as own where own.id = ${id})`;
  const cards = sql<number>`(select count(*) from squad_cards as old join squads as its on its.id = old.squad_id
    where old.user_id = ${user_id} and its.event_id = ${event_id})`;
  const isApart = sql`(exists (select 1 from squad_cards as card where card.squad_id = ${id} and ${takesSeat}
    and not ${areApart(sql`card.user_id`, sql`${user_id}`)})
    or exists (select 1 from squads as own where own.id = ${id}
      and not ${areApart(sql`own.captain_id`, sql`${user_id}`)}))`;
  const card_id = crypto.randomUUID();
  const [, , [mine], [found]] = await db.batch([
    insertFrom(db, squadCards, {
      row: { id: card_id, squad_id: sql`gathers.id`, user_id, created_at: now },
      from: sql`from squads as gathers where gathers.id = ${id} and gathers.status = 'gathering'
        and gathers.pay_by > ${now.getTime()} and ${taken(id)} < gathers.places and not ${isApart}
        and ${mayJoin(sql`${user_id}`, { event_id, now })} and ${isFree({ user_id, event_id })}
        and ${holdsPausedUntil(user_id, now)} is null and ${cards} < ${MOST_CARDS}`,
    }).onConflictDoNothing(),
    db
      .update(squads)
      .set(woken(now))
      .where(and(eq(squads.id, id), sql`exists (select 1 from squad_cards as card where card.id = ${card_id})`)),
    db.select({ id: squadCards.id }).from(squadCards).where(isOwnCard({ id, user_id })),
    db
      .select({
        squad: squads,
        taken: taken(id).as('taken'),
        is_apart: isApart.mapWith(Boolean).as('is_apart'),
        lacks_badge: lacksBadge(user_id, now),
        paused_until: holdsPausedUntil(user_id, now).as('paused_until'),
        cards: cards.as('cards'),
      })
      .from(squads)
      .where(eq(squads.id, id)),
  ]);
  if (mine) return;
  if (!found) throw squadNotFound();
  if (found.squad.status !== 'gathering' || found.squad.pay_by <= now) throw squadOver();
  if (found.is_apart) throw notTogether();
  if (found.taken >= found.squad.places) throw squadFull();
  if (found.lacks_badge) throw badgeNeeded('buy');
  if (found.paused_until !== null) throw holdsPaused({ now, until: new Date(found.paused_until) });
  throw found.cards >= MOST_CARDS ? tooManySquads() : alreadyGathering();
}

/** The new `version` makes a step of `settleSquad` fail if that step read the squad before this change. */
const woken = (now: Date) => ({ version: sql`${squads.version} + 1`, settle_at: now });

/**
 * Friends can free their own place. The captain can free the place of a friend whose card is not authorized. The
 * captain cannot leave, but can call the squad off. A repeat changes nothing. Throws `squads.over`.
 */
export async function freePlace(
  db: Db,
  { id, card_id, user_id, now }: Actor & { id: string; card_id: string },
): Promise<void> {
  const of = and(eq(squadCards.id, card_id), eq(squadCards.squad_id, id));
  const may = sql`exists (select 1 from squads as own where own.id = ${id} and own.status = 'gathering'
    and own.captain_id <> ${squadCards.user_id}
    and (${squadCards.user_id} = ${user_id} or own.captain_id = ${user_id} and ${squadCards.status} = 'awaiting'))`;
  const [, , [left]] = await db.batch([
    db
      .update(squadCards)
      .set({ left_at: now, version: sql`${squadCards.version} + 1` })
      .where(and(of, isNull(squadCards.left_at), inArray(squadCards.status, ['awaiting', 'authorized']), may)),
    db
      .update(squads)
      .set(woken(now))
      .where(
        and(
          eq(squads.id, id),
          sql`exists (select 1 from squad_cards as card where card.id = ${card_id} and card.squad_id = ${id}
            and card.left_at = ${now.getTime()})`,
        ),
      ),
    db
      .select({ id: squadCards.id })
      .from(squadCards)
      .innerJoin(squads, eq(squads.id, squadCards.squad_id))
      .where(
        and(of, isNotNull(squadCards.left_at), or(eq(squadCards.user_id, user_id), eq(squads.captain_id, user_id))),
      ),
  ]);
  if (!left) throw squadOver();
}

/** A repeat changes nothing. Throws `squads.not_found` and `squads.over`. */
export async function callOff(db: Db, { id, user_id, now }: Actor & { id: string }): Promise<void> {
  const isOwn = and(eq(squads.id, id), eq(squads.captain_id, user_id));
  const [, , [found]] = await db.batch([
    ...endSquad(db, { id, because: 'captain', only: isOwn, now }),
    db.select({ status: squads.status }).from(squads).where(isOwn),
  ]);
  if (!found) throw squadNotFound();
  if (found.status !== 'ended') throw squadOver();
}

/** Throws `squads.not_found`, `squads.over` and `squads.places`. */
export async function lowerPlaces(
  db: Db,
  { id, user_id, places, now }: Actor & { id: string; places: number },
): Promise<void> {
  const isOwn = and(eq(squads.id, id), eq(squads.captain_id, user_id));
  const [, [found]] = await db.batch([
    db
      .update(squads)
      .set({ places, ...woken(now) })
      .where(
        and(isOwn, eq(squads.status, 'gathering'), sql`${squads.places} > ${places} and ${taken(id)} <= ${places}`),
      ),
    db
      .select({ squad: squads, taken: taken(id).as('taken') })
      .from(squads)
      .where(isOwn),
  ]);
  if (!found) throw squadNotFound();
  if (found.squad.status !== 'gathering') throw squadOver();
  if (found.squad.places !== places) throw placesTaken(found.taken);
}

/** At most one caller may ask the provider about a squad within `every` (ms). Returns true if this caller may ask. */
export async function claimSquadLook(db: Db, { id, now, every }: { id: string; now: Date; every: number }) {
  const claimed = await db
    .update(squads)
    .set({ looked_at: now })
    .where(and(eq(squads.id, id), sql`coalesce(${squads.looked_at}, 0) <= ${now.getTime() - every}`))
    .returning({ id: squads.id });
  return claimed.length > 0;
}
