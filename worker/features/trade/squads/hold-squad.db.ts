import { and, eq, type SQL, sql } from 'drizzle-orm';
import { mayBuy } from '../../../../drizzle/tables/people/trade-rights.ts';
import { hasBadge } from '../../../../drizzle/tables/people/badge.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { squads } from '../../../../drizzle/tables/trade/squads.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { SquadEnd, SquadStatus } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { DAY } from '../../../contract/time/durations.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { holdEndOf } from '../../../contract/trade/ticket-expiry.ts';
import { MOST_HELD } from '../../../contract/trade/ticket-quantity.ts';
import { SQUAD_PLACES } from '../../../contract/trade/squads.ts';
import { IN_SQL } from '../../../http/database/arithmetic.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { brokenConstraint } from '../../../http/database/constraint.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { noticesInsert } from '../../../http/outbox/notices.ts';
import { promiseColumns, promiseOfRequest } from '../../../http/shared/promise.ts';
import { buyerFee, isPaidHere, sellerFee, totalFor } from '../../../http/shared/ticket-price.ts';
import { fillingOf } from '../groups/fill-group.db.ts';
import { lapseOffersOf } from '../offers/lapse-offers.db.ts';
import { expireRequestsOf } from '../requests/expire-requests.db.ts';
import { COOL_DOWN_MS, heldBy } from '../requests/refuse-request.db.ts';
import { endNotice, guardSquad, membersOf, type SquadSnapshot } from './squad.db.ts';

/** We stop relying on an authorization this long before it ends, in ms. */
const SPARE_MS = DAY;

/** A JSON list of numbers from 0, one for each ticket that a squad can take from one listing. */
const COUNTS = JSON.stringify(Array.from({ length: SQUAD_PLACES.most }, (_, at) => at));

interface Holding extends SquadSnapshot {
  fees: Fees;
  now: Date;
}

const cardsOf = (squadId: string) => sql`select card.id, card.user_id, card.capture_before,
  row_number() over (order by card.created_at, card.id) - 1 as seat from squad_cards as card
  where card.squad_id = ${squadId} and card.status = 'authorized' and card.left_at is null`;

/** SQL condition: the squad can buy from a row of `listings`. `people` is a query of the members' `user_id`. */
export const fits = ({ people, most_cents, fees, now }: { people: SQL; most_cents: number; fees: Fees; now: Date }) =>
  sql`(${isPaidHere(sql`listings.ask_price_cents`, { quantity: 1, fees })}
    and ${totalFor(sql`listings.ask_price_cents`, { quantity: 1, fees })} <= ${most_cents}
    and not exists (select 1 from (${people}) as own where own.user_id = listings.seller_id)
    and not exists (select 1 from (${people}) as asked
      join ticket_requests as old on old.buyer_id = asked.user_id and old.listing_id = listings.id
      where old.declined_at > ${now.getTime() - COOL_DOWN_MS}))`;

/** SQL condition: a person may buy, may hold one more ticket, and has no pending request for the event. */
export const mayJoin = (user: SQL, { event_id, now }: { event_id: string | SQL; now: Date }) =>
  sql`(${mayBuy(user, now)} and ${heldBy(user, now)} < ${MOST_HELD} and not exists (select 1 from ticket_requests as own
    where own.buyer_id = ${user} and own.event_id = ${event_id} and own.status = 'pending'))`;

/**
 * Holds tickets for the whole squad, or ends the squad, in one transaction. The requests form a group with the squad's
 * id, so all cards are charged or none. Returns null if the squad changed since it was read.
 */
export async function holdSquad(
  db: Db,
  { squad, event, fees, now }: Holding,
): Promise<{ isHeld: boolean; changed: ChangedEvent[] } | null> {
  const its = { event_id: squad.event_id, now };
  const may = sql`not exists (select 1 from (${cardsOf(squad.id)}) as card
    where not ${mayJoin(sql`card.user_id`, its)})`;
  const isHeld = sql`exists (select 1 from ticket_requests as held where held.group_id = ${squad.id})`;
  const because = sql<SquadEnd>`iif(${may}, 'no_stock', 'friend')`;
  try {
    const [, expired, lapsed, , , [after]] = await db.batch([
      guardSquad(db, squad),
      expireRequestsOf(db, its),
      lapseOffersOf(db, its),
      insertRequests(db, { squad, event, fees, now, may }),
      insertPayments(db, { squad, fees, now }),
      db
        .update(squads)
        .set({
          status: sql<SquadStatus>`iif(${isHeld}, 'held', 'ended')`,
          ended_because: sql`iif(${isHeld}, null, ${because})`,
          settle_at: sql`iif(${isHeld}, null, ${now.getTime()})`,
        })
        .where(and(eq(squads.id, squad.id), eq(squads.status, 'gathering')))
        .returning({ status: squads.status }),
      noticesInsert(db, {
        to: sql`select member.user_id from (${membersOf(squad.id)}) as member where ${isHeld}`,
        notice: {
          kind: 'requests',
          title: 'Everybody is in',
          body: 'Tickets for all of you are held. We ask the sellers now; nobody is charged yet.',
          path: '/my-tickets',
          cause: `squad:${squad.id}:filled`,
        },
        now,
      }),
      endNotice(db, { id: squad.id, because: 'no_stock', now }),
      endNotice(db, { id: squad.id, because: 'friend', now }),
    ]);
    const held = after?.status === 'held';
    const hasMoved = held || expired.length + lapsed.length > 0;
    return { isHeld: held, changed: hasMoved ? [{ id: squad.event_id, slug: event.slug }] : [] };
  } catch (error) {
    if (brokenConstraint(error)?.name !== 'squads.version') throw error;
    return null;
  }
}

function insertRequests(
  db: Db,
  { squad, event, fees, now, may }: Pick<Holding, 'squad' | 'event' | 'fees' | 'now'> & { may: SQL },
) {
  const wanted = { event_id: squad.event_id, buyer_id: squad.captain_id, places: squad.places };
  const people = sql`select own.user_id from (${cardsOf(squad.id)}) as own`;
  const only = fits({ people, most_cents: squad.most_cents, fees, now });
  const isWhole = sql`(select count(*) from (${cardsOf(squad.id)})) = ${squad.places}
    and exists (select 1 from events as same where same.id = ${squad.event_id}
      and same.start_at = ${event.start_at.getTime()})`;
  const usual = holdEndOf(IN_SQL, {
    now: sql`${now.getTime()}`,
    start_at: sql`planned.start_at`,
    is_verified: sql`(select min(${hasBadge(sql`one.user_id`, now)}) from (${cardsOf(squad.id)}) as one)`,
  });
  const end = sql`min(${usual}, (select min(one.capture_before) from (${cardsOf(squad.id)}) as one) - ${SPARE_MS})`;
  return insertFrom(db, ticketRequests, {
    row: {
      id: sql`card.id`,
      event_id: sql`listing.event_id`,
      listing_id: sql`listing.id`,
      buyer_id: sql`card.user_id`,
      seller_id: sql`listing.seller_id`,
      quantity: 1,
      offered_price_cents: sql`listing.ask_price_cents`,
      idempotency_key: sql`'squad ' || card.id`,
      // The seller of an instant listing has agreed in advance.
      answer: sql`iif(listing.is_instant, 'accepted', null)`,
      asked_until: sql`iif(listing.is_instant, ${end}, null)`,
      expires_at: sql`iif(listing.is_instant, ${now.getTime()}, ${end})`,
      group_id: squad.id,
      group_seq: sql`card.seat`,
      created_at: now,
    },
    from: sql`from (select taken.value ->> 'id' as listing_id,
        row_number() over (order by taken.key, count.value) - 1 as seat
      from json_each((select path from (${fillingOf(wanted, { now, fees, only })}) as filling
        where ${isWhole} and ${may})) as taken
      join json_each(${COUNTS}) as count on count.value < cast(taken.value ->> 'take' as integer)) as spot
      join (${cardsOf(squad.id)}) as card on card.seat = spot.seat
      join listings as listing on listing.id = spot.listing_id
      join events as planned on planned.id = listing.event_id`,
  });
}

function insertPayments(db: Db, { squad, fees, now }: Pick<Holding, 'squad' | 'fees' | 'now'>) {
  const ask = sql`asked.offered_price_cents`;
  return insertFrom(db, payments, {
    row: {
      request_id: sql`asked.id`,
      status: 'authorized',
      tickets_cents: ask,
      buyer_fee_cents: buyerFee(ask, fees),
      seller_fee_cents: sellerFee(ask, fees),
      ...promiseColumns(now),
      session_attempt: sql`card.session_attempt`,
      session_id: sql`card.session_id`,
      intent_id: sql`card.intent_id`,
      charge_id: sql`card.charge_id`,
      capture_before: sql`card.capture_before`,
      authorized_at: now,
      settle_at: now,
      created_at: now,
    },
    from: sql`from ticket_requests as asked join squad_cards as card on card.id = asked.id ${promiseOfRequest}
      where asked.group_id = ${squad.id}`,
  });
}
