import { and, eq, lt, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { goings } from '../../../../drizzle/tables/nights/goings.ts';
import { goesTo } from '../../../../drizzle/tables/door/who-goes.ts';
import { circleOf } from '../../../../drizzle/tables/people/circle.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { OPEN_END_MS } from '../../../../drizzle/open-end.ts';
import type { GoingIntent } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { FEWEST_SHOWN, type GoingFriend, MOST_SHOWN, shortNameOf } from '../../../contract/nights/going.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { eventNotFound, PlainError } from '../../../http/answers/errors.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { agreeToShowGoing } from '../../../http/shared/people/shows-going.ts';

interface Asked {
  event_id: string;
  user_id: string;
  now: Date;
}

/** SQL condition: people can say that they go to the event, and see who goes. */
const isOpen = (now: Date) => sql<boolean>`(${takesPlace(now)} and not ${isOver(now)})`.mapWith(Boolean);

const ownState = (db: Db, { event_id, user_id, now }: Asked) =>
  db
    .select({ is_open: isOpen(now).as('is_open'), mine: goings.intent, shows_going: profiles.shows_going })
    .from(events)
    .leftJoin(goings, and(eq(goings.event_id, events.id), eq(goings.user_id, user_id)))
    .leftJoin(profiles, eq(profiles.id, user_id))
    .where(and(eq(events.id, event_id), isPublic(now)));

/**
 * Finds the friends who go to the event. Names nobody if they are fewer than three. `going_ids` holds only friends with
 * the intent `going`. Filter these ids before you respond: people may learn only the ids of friends who wrote in the
 * chat. Throws `event.not_found`.
 */
export async function findGoing(db: Db, asked: Asked) {
  const { event_id, user_id, now } = asked;
  const friends = circleOf({ viewer: user_id, now, keeps: (user) => goesTo({ user, event_id }, now) });
  const [[own], found] = await db.batch([
    ownState(db, asked),
    db
      .select({
        id: sql<string>`shown.id`.as('id'),
        name: sql<string | null>`friend.display_name`.as('name'),
        intent: sql<GoingIntent>`coalesce(said.intent, 'going')`.as('intent'),
      })
      .from(sql`(select distinct circle.id from (${friends}) as circle where exists (select 1 from ${events}
          where ${events.id} = ${event_id} and ${isOpen(now)}) limit ${MOST_SHOWN + 1}) as shown
        join profiles as friend on friend.id = shown.id
        left join goings as said on said.event_id = ${event_id} and said.user_id = shown.id`)
      // Friends with an answer of their own come first, the earliest answer first.
      .orderBy(sql`said.created_at is null, said.created_at, name`),
  ]);
  if (!own) throw eventNotFound();
  const shown = found.length < FEWEST_SHOWN ? [] : found.slice(0, MOST_SHOWN);
  return {
    mine: own.mine,
    shows_going: own.shows_going ?? false,
    friends: shown.map(friendOf),
    is_more: found.length > MOST_SHOWN,
    going_ids: shown.filter(({ intent }) => intent === 'going').map(({ id }) => id),
  };
}

const friendOf = ({ name, intent }: { name: string | null; intent: GoingIntent }): GoingFriend => ({
  ...shortNameOf(name),
  intent,
});

/**
 * Stores the person's intent to go. With `show`, the person also agrees that friends see which events the person goes
 * to. A repeat changes nothing. Throws `event.not_found`, and `going.closed` once the event is over or cancelled.
 */
export async function sayGoing(db: Db, { intent, show, ...asked }: Asked & { intent: GoingIntent; show: boolean }) {
  const { event_id, user_id, now } = asked;
  const ends = sql`coalesce(${events.end_at}, ${events.start_at} + ${OPEN_END_MS})`;
  const forget_at = sql`${ends} + ${KEEPING_DAYS.goings * DAY}`;
  const insert = insertFrom(db, goings, {
    row: { user_id, event_id: events.id, intent, forget_at, created_at: now },
    from: sql`from ${events} where ${events.id} = ${event_id} and ${isOpen(now)}`,
  }).onConflictDoUpdate({
    target: [goings.event_id, goings.user_id],
    set: { intent, forget_at: sql`excluded.forget_at` },
  });
  const isOpenNow = sql`${show} and exists (select 1 from ${events} where ${events.id} = ${event_id}
    and ${isOpen(now)})`;
  const [, , [own]] = await db.batch([insert, agreeToShowGoing(db, { user_id, only: isOpenNow }), ownState(db, asked)]);
  if (!own) throw eventNotFound();
  if (!own.is_open) throw closed();
  return { mine: own.mine, shows_going: own.shows_going ?? false };
}

/** A repeat changes nothing. */
export async function takeBackGoing(db: Db, { event_id, user_id }: Omit<Asked, 'now'>): Promise<void> {
  await db.delete(goings).where(and(eq(goings.event_id, event_id), eq(goings.user_id, user_id)));
}

export async function deleteGoings(db: Db, { now }: { now: Date }): Promise<void> {
  await deleteSome(db, goings, lt(goings.forget_at, now));
}

const closed = () => new PlainError(409, 'going.closed', 'This night is over or canceled. Pick another night.');
