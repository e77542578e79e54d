import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { mayBuy } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';
import type { Fees } from '../../../contract/trade/fees.ts';
import { MOST_HELD } from '../../../contract/trade/ticket-quantity.ts';
import type { ChangedEvent } from '../../../http/database/batch.ts';
import { type DomainError, eventNotFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { promiseColumns, promiseOfRequest } from '../../../http/shared/promise.ts';
import { requestEnd } from '../../../http/shared/request-end.ts';
import { buyerFee, isPaidHere, paymentsAreOn, sellerFee } from '../../../http/shared/ticket-price.ts';
import { expireRequestsOf } from '../requests/expire-requests.db.ts';
import { fillingOf, ticketsFor } from './fill-group.db.ts';
import { lapseOffersOf } from '../offers/lapse-offers.db.ts';
import {
  askerFacts,
  COOL_DOWN_MS,
  declinedAt,
  hasPending,
  heldBy,
  refusalOfAsker,
} from '../requests/refuse-request.db.ts';
import { groupTooLarge, keyReused, noneAvailable, priceChanged, tooManyHeld } from '../listings/tickets.errors.ts';
import { mayHold } from '../requests/unpaid-holds.db.ts';

/** Each key creates one group at most. */
export interface GroupInput {
  buyer_id: string;
  event_id: string;
  places: number;
  key: string;
  /** The most that the buyer expects to pay in total, in cents. Ignored unless buyers pay on Vouch. */
  most_total_cents?: number | undefined;
}

interface Asked {
  input: GroupInput;
  fees: Fees;
  now: Date;
}

/**
 * Holds all tickets of a group or none of them, in one transaction. One insert checks every condition. A repeated key
 * returns the group. Refusals: `event.not_found`, `event.cancelled`, `request.signed_out`, and with the prefix
 * `tickets.`: `badge_needed`, `key_reused`, `event_over`, `request_pending`, `too_many_held`, `holds_paused`,
 * `held_by_alike`, `price_changed`, `group_too_large`, `none_available`.
 */
export async function requestGroup(db: Db, asked: Asked & { id?: string }) {
  const { input, now, id = crypto.randomUUID() } = asked;
  const groupOfKey = sql`(select own.group_id from ticket_requests as own
    where own.buyer_id = ${input.buyer_id} and own.idempotency_key = ${input.key})`;
  const isIts = and(sql`${ticketRequests.group_id} = ${groupOfKey}`, eq(ticketRequests.buyer_id, input.buyer_id));
  const [expired, lapsed, , , requests, paid, [event]] = await db.batch([
    expireRequestsOf(db, { event_id: input.event_id, now }),
    lapseOffersOf(db, { event_id: input.event_id, now }),
    insertRequests(db, { ...asked, id }),
    insertPayments(db, { ...asked, id }),
    db.select().from(ticketRequests).where(isIts).orderBy(asc(ticketRequests.group_seq)),
    db
      .select(getTableColumns(payments))
      .from(payments)
      .innerJoin(ticketRequests, and(eq(ticketRequests.id, payments.request_id), isIts)),
    readEvent(db, asked),
  ]);
  const rows = requests.map((request) => ({
    request,
    payment: paid.find(({ request_id }) => request_id === request.id) ?? null,
  }));
  const is_new = rows[0]?.request.group_id === id;
  const changed: ChangedEvent[] =
    event && (is_new || expired.length + lapsed.length > 0) ? [{ id: input.event_id, slug: event.slug }] : [];
  const places = rows.reduce((sum, { request }) => sum + request.quantity, 0);
  const isSame = rows.every(({ request }) => request.event_id === input.event_id) && places === input.places;
  const granted = rows.length === 0 ? refusal(event, asked) : isSame ? rows : keyReused();
  return { granted, is_new, changed };
}

function insertRequests(db: Db, { id, input, fees, now }: Asked & { id: string }) {
  const { buyer_id, key } = input;
  const ask = sql`listing.ask_price_cents`;
  const quantity = sql`cast(taken.value ->> 'take' as integer)`;
  return insertFrom(db, ticketRequests, {
    row: {
      id: sql`iif(taken.key = 0, ${id}, ${id} || '-' || taken.key)`,
      event_id: sql`listing.event_id`,
      listing_id: sql`listing.id`,
      buyer_id,
      seller_id: sql`listing.seller_id`,
      quantity,
      offered_price_cents: ask,
      // The suffix begins with a space, which no key from a client contains.
      idempotency_key: sql`iif(taken.key = 0, ${key}, ${key} || ' ' || taken.key)`,
      expires_at: requestEnd({ ask, quantity, fees, buyer_id, start_at: sql`event.start_at`, now }),
      group_id: id,
      group_seq: sql`taken.key`,
      created_at: now,
    },
    from: sql`from json_each((select path from (${fillingOf(input, { now, fees, only: mayAskAgain(input, now) })}) as
      filling
        where ${mayAsk(input, now)} and ${costsNoMore(input)})) as taken
      join listings as listing on listing.id = taken.value ->> 'id'
      join events as event on event.id = listing.event_id`,
  });
}

const mayAskAgain = ({ buyer_id }: GroupInput, now: Date) =>
  sql`coalesce(${declinedAt(buyer_id, sql`listings.id`)} <= ${now.getTime() - COOL_DOWN_MS}, 1)`;

const mayAsk = ({ buyer_id, event_id, places, key }: GroupInput, now: Date): SQL =>
  sql`${mayBuy(buyer_id, now)} and ${heldBy(buyer_id, now)} + ${places} <= ${MOST_HELD}
    and not ${hasPending({ buyer_id, event_id })}
    and ${mayHold(buyer_id, event_id, now)}
    and not exists (select 1 from ticket_requests as sent where sent.buyer_id = ${buyer_id}
      and sent.idempotency_key = ${key})`;

const costsNoMore = ({ most_total_cents }: GroupInput): SQL =>
  most_total_cents === undefined ? sql`1` : sql`(not ${paymentsAreOn} or filling.cost <= ${most_total_cents})`;

function insertPayments(db: Db, { id, fees, now }: Asked & { id: string }) {
  const ask = sql`asked.offered_price_cents`;
  const quantity = sql`asked.quantity`;
  return insertFrom(db, payments, {
    row: {
      request_id: sql`asked.id`,
      tickets_cents: sql`${ask} * ${quantity}`,
      buyer_fee_cents: sql`${buyerFee(ask, fees)} * ${quantity}`,
      seller_fee_cents: sql`${sellerFee(ask, fees)} * ${quantity}`,
      ...promiseColumns(now),
      session_attempt: 1,
      settle_at: now,
      created_at: now,
    },
    from: sql`from ticket_requests as asked ${promiseOfRequest}
      where asked.group_id = ${id} and ${isPaidHere(ask, { quantity, fees })}`,
  }).onConflictDoNothing();
}

/** Query for the facts that explain a refusal. It runs after the insert in the same transaction. */
function readEvent(db: Db, { input, fees, now }: Asked) {
  return db
    .select({
      ...askerFacts(input, now),
      tickets: ticketsFor(input, now),
      cost: sql<number | null>`(select cost from (${fillingOf(input, { now, fees })}))`,
    })
    .from(events)
    .where(eq(events.id, input.event_id));
}

function refusal(event: Awaited<ReturnType<typeof readEvent>>[number] | undefined, { input, now }: Asked): DomainError {
  const { places, most_total_cents = Infinity } = input;
  if (!event) return eventNotFound();
  const refused = refusalOfAsker(event, now);
  if (refused) return refused;
  if (event.tickets < places) return event.tickets === 0 ? noneAvailable() : groupTooLarge(event.tickets);
  if (event.held + places > MOST_HELD) return tooManyHeld(event.held);
  if (event.cost !== null && event.cost > most_total_cents) return priceChanged(event.cost);
  return noneAvailable();
}
