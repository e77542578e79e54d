import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { earliestStart, isOver, overAt } from '../../../../drizzle/tables/nights/event-over.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { isActiveAccount } from '../../../../drizzle/tables/people/trade-rights.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import type { Db } from '../../../context.ts';
import { HOME_MS } from '../../../contract/trade/squads.ts';
import { runWrites } from '../../../http/database/batch.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';
import { homeClosed, squadNotFound } from './squads.errors.ts';

const before = (now: Date) => new Date(now.getTime() - HOME_MS);

/** SQL value: until when friends can be asked whether they got home, in UTC ms. */
const untilOf = sql<number>`(${overAt} + ${HOME_MS})`;

const asksHome = (now: Date) =>
  sql<boolean>`(${squads.status} = 'held' and ${events.cancelled_at} is null and ${isOver(now)}
    and not ${isOver(before(now))} and not exists (select 1 from squad_cards as card
      left join ticket_requests as asked on asked.id = card.id
      where card.squad_id = ${squads.id} and card.status = 'used' and asked.status is not 'accepted'))`;

/** SQL value: until when the friends of a squad can be asked, in UTC ms. Null while they cannot be asked. */
export const homeUntil = (now: Date) => sql<number | null>`iif(${asksHome(now)}, ${untilOf}, null)`;

/** SQL value: whether the owner of a `card` got home. False if the owner or the reader has blocked the other. */
export const isHome = ({ reader, now }: { reader: string; now: Date }): SQL =>
  sql`(coalesce(card.home_at, 0) > ${before(now).getTime()} and ${areApart(sql`card.user_id`, sql`${reader}`)})`;

interface Answer {
  id: string;
  user_id: string;
  is_home: boolean;
  now: Date;
}

/**
 * Stores whether a friend got home. A repeat changes nothing. Throws `squads.not_found` if the person has no ticket in
 * the squad, and `squads.home_closed` while its friends cannot be asked.
 */
export async function answerHome(db: Db, { id, user_id, is_home, now }: Answer): Promise<void> {
  const asks = sql<boolean>`exists (select 1 from squads join events on ${events.id} = ${squads.event_id}
    where ${squads.id} = ${id} and ${asksHome(now)})`;
  const isOwn = and(
    eq(squadCards.squad_id, id),
    eq(squadCards.user_id, user_id),
    eq(squadCards.status, 'used'),
    isNull(squadCards.left_at),
  );
  // A repeat keeps the time of the first answer, so that no answer is stored longer than a day.
  const said = sql`iif(${squadCards.home_at} > ${before(now).getTime()}, ${squadCards.home_at}, ${now.getTime()})`;
  const [, [own]] = await db.batch([
    db
      .update(squadCards)
      .set({ home_at: is_home ? said : null })
      .where(and(isOwn, asks)),
    db
      .select({ asks: asksHome(now).mapWith(Boolean).as('asks') })
      .from(squadCards)
      .innerJoin(squads, eq(squads.id, squadCards.squad_id))
      .innerJoin(events, eq(events.id, squads.event_id))
      .where(isOwn),
  ]);
  if (!own) throw squadNotFound();
  if (!own.asks) throw homeClosed();
}

/** Query for the friends to ask. A friend is asked only if another friend could see the answer. */
function friendsToAsk(id: SQL, now: Date): SQL {
  const isHere = (card: string) => sql`${sql.raw(card)}.squad_id = ${id} and ${sql.raw(card)}.status = 'used'
    and ${sql.raw(card)}.left_at is null and ${isActiveAccount(sql.raw(`${card}.user_id`), now)}`;
  return sql`select friend.user_id as user_id from squad_cards as friend where ${isHere('friend')}
    and exists (select 1 from squad_cards as other where ${isHere('other')} and other.user_id <> friend.user_id
      and ${areApart(sql`other.user_id`, sql`friend.user_id`)})`;
}

/** Finds squads whose friends should now be asked whether they got home. Finds none while notifications are off. */
export const findToAsk = (db: Db, { now, limit }: { now: Date; limit: number }) =>
  db
    .select({ id: squads.id, title: events.title, until: untilOf.mapWith((ms: number) => new Date(ms)).as('until') })
    .from(events)
    .innerJoin(squads, eq(squads.event_id, events.id))
    .where(
      and(
        sql`${events.start_at} > ${earliestStart(before(now)).getTime()} and ${events.start_at} <= ${now.getTime()}`,
        asksHome(now),
        isLaunched('push'),
        sql`not exists (select 1 from squad_cards as card join notifications as told
          on told.user_id = card.user_id and told.cause = 'squad:' || ${squads.id} || ':home'
          where card.squad_id = ${squads.id})`,
        // Without this condition, squads with nobody to ask would be found every minute and take the place of others.
        sql`exists (${friendsToAsk(sql`${squads.id}`, now)})`,
      ),
    )
    .limit(limit);

type ToAsk = Awaited<ReturnType<typeof findToAsk>>[number];

export async function writeAsks(db: Db, { found, now }: { found: readonly ToAsk[]; now: Date }): Promise<void> {
  await runWrites(
    db,
    found.map(({ id, title, until }) =>
      noticesInsert(db, {
        to: friendsToAsk(sql`${id}`, now),
        notice: {
          kind: 'requests',
          title: 'Got home?',
          body: `One tap tells your friends from ${title}.`,
          path: `/squad/${id}`,
          cause: `squad:${id}:home`,
          expires_at: until,
        },
        now,
      }),
    ),
  );
}

/** Deletes answers a day after the answer or a day after the night, whichever is earlier. */
export async function forgetHome(db: Db, { now }: { now: Date }): Promise<void> {
  await db
    .update(squadCards)
    .set({ home_at: null })
    .where(
      sql`${squadCards.home_at} is not null and (${squadCards.home_at} <= ${before(now).getTime()}
        or ${squadCards.squad_id} in (select ${squads.id} from squads join events on ${events.id} = ${squads.event_id}
          where ${isOver(before(now))}))`,
    );
}
