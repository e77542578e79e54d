import { and, eq, sql } from 'drizzle-orm';
import { isOver } from '../../../../drizzle/tables/nights/event-over.ts';
import { isPublic, takesPlace } from '../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { lacksBadge } from '../../../../drizzle/tables/people/trade-rights.ts';
import { areApart } from '../../../../drizzle/tables/talk/blocks.ts';
import { squadCards } from '../../../../drizzle/tables/trade/squad-cards.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { MOST_PLANS, SQUAD_MS } from '../../../contract/trade/squads.ts';
import { eventCancelled, eventNotFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';
import { fillingOf, ticketsFor } from '../groups/fill-group.db.ts';
import { badgeNeeded, eventOver, holdsPaused } from '../listings/tickets.errors.ts';
import { holdsPausedUntil } from '../requests/unpaid-holds.db.ts';
import { fits, mayJoin } from './hold-squad.db.ts';
import { type Actor, isFree } from './squad-places.db.ts';
import { alreadyGathering, noneFits, tooManySquads } from './squads.errors.ts';

export interface SquadPlan extends Actor {
  id: string;
  event_id: string;
  places: number;
  most_cents: number;
  fees: Fees;
  /** The id of an earlier squad of the captain that holds no tickets. Its other members are notified. */
  again?: string | undefined;
  /** The path of the new squad's link, for the notification. */
  path: string;
}

/**
 * Plans a squad and makes the captain its first member. Returns the id of the new squad, or of the captain's gathering
 * squad if it has the same places and price. Throws `event.not_found`, `event.cancelled`, `squads.gathering`,
 * `squads.too_many`, `tickets.badge_needed`, `tickets.event_over`, `tickets.holds_paused` and `tickets.none_available`.
 */
export async function planSquad(db: Db, plan: SquadPlan): Promise<string> {
  const { id, event_id, user_id, places, most_cents, fees, again = null, path, now } = plan;
  const people = sql`select ${user_id} as user_id`;
  const wanted = { event_id, buyer_id: user_id, places };
  const fill = sql`(select path from (${fillingOf(wanted, { now, fees, only: fits({ people, most_cents, fees, now }) })}))`;
  const plans = sql<number>`(select count(*) from squads as old where old.captain_id = ${user_id}
    and old.event_id = ${event_id})`;
  const friends = sql`select distinct card.user_id as user_id from squad_cards as card
    join squads as old on old.id = card.squad_id where old.id = ${again} and old.captain_id = ${user_id}
      and old.event_id = ${event_id} and old.status <> 'gathering' and card.user_id <> ${user_id}
      and card.left_at is null and ${areApart(sql`card.user_id`, sql`${user_id}`)}
      and not exists (select 1 from ticket_requests as held where held.group_id = old.id
        and held.status in ('pending', 'accepted'))
      and exists (select 1 from squads as fresh where fresh.id = ${id})`;
  const [, , , [own], [event]] = await db.batch([
    insertFrom(db, squads, {
      row: {
        id,
        event_id: sql`planned.id`,
        captain_id: user_id,
        places,
        most_cents,
        pay_by: sql`min(${now.getTime() + SQUAD_MS}, planned.start_at)`,
        shown_start_at: sql`planned.start_at`,
        settle_at: now,
        created_at: now,
      },
      from: sql`from events as planned where planned.id = ${event_id} and planned.start_at > ${now.getTime()}
        and exists (select 1 from ${events} where ${events.id} = planned.id and ${takesPlace(now)}
          and not ${isOver(now)})
        and ${mayJoin(sql`${user_id}`, { event_id, now })} and ${isFree({ user_id, event_id })}
        and ${holdsPausedUntil(user_id, now)} is null and ${plans} < ${MOST_PLANS} and ${fill} is not null`,
    }).onConflictDoNothing(),
    insertFrom(db, squadCards, {
      row: { id: crypto.randomUUID(), squad_id: sql`fresh.id`, user_id, created_at: now },
      from: sql`from squads as fresh where fresh.id = ${id}`,
    }),
    noticesInsert(db, {
      to: friends,
      notice: {
        kind: 'requests',
        title: 'Your squad tries again',
        body: 'The captain has planned the night again. See the new deadline, and join with your card.',
        path,
        cause: `squad:${id}:again`,
      },
      now,
    }),
    db
      .select()
      .from(squads)
      .where(and(eq(squads.captain_id, user_id), eq(squads.event_id, event_id), eq(squads.status, 'gathering'))),
    db
      .select({
        is_public: isPublic(now),
        cancelled_at: events.cancelled_at,
        is_over: sql<number>`(${isOver(now)} or ${events.start_at} <= ${now.getTime()})`,
        lacks_badge: lacksBadge(user_id, now),
        paused_until: holdsPausedUntil(user_id, now),
        plans,
        fill: sql<string | null>`${fill}`,
        tickets: ticketsFor(wanted, now),
      })
      .from(events)
      .where(eq(events.id, event_id)),
  ]);
  if (own && own.places === places && own.most_cents === most_cents) return own.id;
  if (own) throw alreadyGathering();
  if (!event?.is_public) throw eventNotFound();
  if (event.is_over) throw eventOver();
  if (event.cancelled_at) throw eventCancelled();
  if (event.lacks_badge) throw badgeNeeded('buy');
  if (event.paused_until !== null) throw holdsPaused({ now, until: new Date(event.paused_until) });
  if (event.fill === null) throw noneFits(event.tickets >= places);
  throw event.plans >= MOST_PLANS ? tooManySquads() : alreadyGathering();
}
