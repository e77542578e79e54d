import { and, asc, eq, gt, gte, ne, type SQL, sql } from 'drizzle-orm';
import { isOfCharge } from '../../../../../drizzle/tables/trade/money/charge-of-payment.ts';
import { isOver } from '../../../../../drizzle/tables/nights/event-over.ts';
import { takesPlace } from '../../../../../drizzle/tables/nights/event-public.ts';
import { events } from '../../../../../drizzle/tables/nights/events.ts';
import { areLinked } from '../../../../../drizzle/tables/people/linked-people.ts';
import { listings } from '../../../../../drizzle/tables/trade/listings.ts';
import { isOpenToAll } from '../../../../../drizzle/tables/people/mutuals.ts';
import { DAY } from '../../../../contract/time/durations.ts';
import { bandMax, bandMin } from '../../../../http/shared/price-limits.ts';
import type { ProblemHold } from '../../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../../context.ts';
import { feesOf } from '../../../../http/shared/configured-fees.ts';
import { totalFor } from '../../../../http/shared/ticket-price.ts';
import { mostForReplacement } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';

export interface Replacement {
  listing_id: string;
  seller_id: string;
  ask_price_cents: number;
  /** Why staff must decide first. Null if the replacement needs no decision. */
  held_because: ProblemHold | null;
}

/** If the buyer already got a replacement within this time (ms), the next one needs a decision by staff. */
const AGAIN_MS = 30 * DAY;

/**
 * Finds the best listing that can replace the buyer's tickets. Its price with fees may exceed the buyer's money that is
 * still in the sale. We then pay the difference: at most `REMEDY_CEILING_PCT` percent of that money, and at most
 * `REMEDY_MOST` dollars a ticket. Prefers listings that staff need not check, then the cheapest.
 */
export async function findReplacement(
  db: Db,
  { sale, env, now }: { sale: Sale; env: Env; now: Date },
): Promise<Replacement | null> {
  const { payment, request } = sale;
  const most = mostForReplacement(payment, {
    quantity: request.quantity,
    ceiling_pct: Number(env.REMEDY_CEILING_PCT),
    most_each_cents: Number(env.REMEDY_MOST) * 100,
  });
  const total = totalFor(listings.ask_price_cents, { quantity: request.quantity, fees: feesOf(env) });
  const free = sql`(select count(*) from listing_tickets as ticket where ticket.listing_id = ${listings.id}
    and ticket.request_id is null and ticket.freed_at is null)`;
  const hasFailed = sql`exists (select 1 from seller_failures as failure where failure.seller_id = ${listings.seller_id}
    and failure.settled_at is null)`;
  const hasSold = sql`exists (select 1 from ticket_requests as sold where sold.seller_id = ${listings.seller_id}
    and ${isOfCharge(sql`sold.id`, payment.request_id)})`;
  const [found] = await db
    .select({
      listing_id: listings.id,
      seller_id: listings.seller_id,
      ask_price_cents: listings.ask_price_cents,
      held_because: sql<ProblemHold | null>`${heldBecause(request, now)}`.as('held_because'),
    })
    .from(listings)
    .innerJoin(events, eq(events.id, listings.event_id))
    .where(
      and(
        eq(listings.event_id, request.event_id),
        eq(listings.status, 'active'),
        eq(listings.is_instant, true),
        eq(listings.handover_kind, 'file'),
        gte(listings.quantity, request.quantity),
        gt(listings.ask_price_cents, 0),
        ne(listings.seller_id, request.buyer_id),
        sql`${listings.ask_price_cents} between ${bandMin} and ${bandMax}`,
        sql`${total} <= ${most}`,
        takesPlace(now),
        sql`not ${isOver(now)}`,
        isOpenToAll(now),
        sql`${free} >= ${listings.held} + ${request.quantity}`,
        sql`not ${hasFailed}`,
        sql`not ${hasSold}`,
      ),
    )
    .orderBy(sql`held_because is not null`, asc(listings.ask_price_cents), asc(listings.created_at), asc(listings.id))
    .limit(1);
  return found ?? null;
}

/**
 * SQL value: why staff must approve a candidate, or null. Without this check, people could collude to get our money.
 */
function heldBecause({ buyer_id, seller_id }: Sale['request'], now: Date): SQL {
  const other = listings.seller_id;
  const hadOthers = sql`exists (select 1 from ticket_requests as had join payments as given on given.request_id = had.id
    where had.buyer_id = ${buyer_id} and had.created_at > ${now.getTime() - AGAIN_MS} and given.replaces is not null)`;
  const hasSoldToStranger = sql`exists (select 1 from ticket_requests as done
    join handovers as over on over.request_id = done.id
    where done.seller_id = ${other} and over.status = 'received' and done.buyer_id not in (${buyer_id}, ${seller_id})
      and not ${areLinked(sql`done.buyer_id`, sql`done.seller_id`)})`;
  return sql`case when ${areLinked(buyer_id, seller_id)} or ${areLinked(buyer_id, other)}
    or ${areLinked(seller_id, other)} then 'linked'
    when ${hadOthers} then 'buyer_again' when not ${hasSoldToStranger} then 'new_seller' end`;
}
