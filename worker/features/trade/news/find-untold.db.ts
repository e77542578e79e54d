import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { namedOrNull } from '../../../../drizzle/tables/trade/money/payment-of-request.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import type { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { refunds, whyBack } from '../../../../drizzle/tables/trade/money/refunds.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { HandoverStatus } from '../../../../drizzle/handover-vocabulary.ts';
import type { Db } from '../../../context.ts';
import { mailedEvent, mailedVenue } from '../listings/mailed-event.db.ts';
import { REMINDER } from '../../../contract/trade/payment-times.ts';

export const nameOf = (person: typeof ticketRequests.buyer_id | typeof ticketRequests.seller_id) =>
  sql<string | null>`(select display_name from profiles where profiles.id = ${person})`;

/** SQL value, in cents: what the buyer got back because the replacement was cheaper. Null without a replacement. */
export const backFromReplacement = (request: typeof handovers.request_id | typeof problems.request_id) =>
  sql<number | null>`(select coalesce((select sum(back.amount_cents) from refunds as back
    where back.request_id = other.request_id and back.reason = 'cheaper'), 0) from payments as other
      where other.replaces = ${request})`.as('replaced_back_cents');

function handoverFacts(db: Db) {
  return db
    .select({
      request_id: handovers.request_id,
      status: sql<HandoverStatus>`${handovers.status}`.as('handover_status'),
      told_status: handovers.told_status,
      due_at: sql`${handovers.due_at}`.mapWith(handovers.due_at).as('handover_due_at'),
      delivered_at: handovers.delivered_at,
      problem: handovers.problem,
      ended_by: handovers.ended_by,
      quantity: ticketRequests.quantity,
      tickets_cents: payments.tickets_cents,
      buyer_fee_cents: payments.buyer_fee_cents,
      seller_fee_cents: payments.seller_fee_cents,
      added_cents: payments.added_cents,
      promised_end_at: payments.promised_end_at,
      promised_opens_at: payments.promised_opens_at,
      replaced_back_cents: backFromReplacement(handovers.request_id),
      buyer_name: nameOf(ticketRequests.buyer_id).as('buyer_name'),
      seller_name: nameOf(ticketRequests.seller_id).as('seller_name'),
      has_problem: sql<boolean>`exists (select 1 from problems as said where said.request_id = ${handovers.request_id})`
        .mapWith(Boolean)
        .as('has_problem'),
      buyer_email: sql<string | null>`(select ${authUsers.email} from ${authUsers}
        where ${authUsers.id} = ${ticketRequests.buyer_id})`.as('buyer_email'),
      ...named('payment', { kind: payments.promised_kind }),
      event: named('event', {
        title: events.title,
        slug: events.slug,
        start_at: events.start_at,
        end_at: events.end_at,
      }),
      venue: mailedVenue,
      is_disputed: sql`exists (select 1 from disputes as dispute where dispute.request_id = ${handovers.request_id}
        and dispute.status = 'open')`
        .mapWith(Boolean)
        .as('is_disputed'),
      is_blocked: sql`exists (select 1 from seller_failures as failure
        where failure.request_id = ${handovers.request_id} and failure.settled_at is null)`
        .mapWith(Boolean)
        .as('is_blocked'),
      payout: namedOrNull('payout', { due_at: payouts.due_at, status: payouts.status }),
    })
    .from(handovers)
    .innerJoin(payments, eq(payments.request_id, handovers.request_id))
    .innerJoin(ticketRequests, eq(ticketRequests.id, handovers.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(venues, eq(venues.id, events.venue_id))
    .leftJoin(payouts, eq(payouts.request_id, handovers.request_id));
}

export function findUntoldHandovers(db: Db, { limit }: { limit: number }) {
  return handoverFacts(db)
    .where(sql`${handovers.told_status} is not ${handovers.status}`)
    .orderBy(handovers.request_id)
    .limit(limit);
}

export type UntoldHandover = Awaited<ReturnType<typeof findUntoldHandovers>>[number];

/**
 * Finds the hand-overs for which a reminder to the seller and the buyer is due. If the charge and the deadline are less
 * than `REMINDER.shortest` apart, there is no reminder, because the mail about the sale is still recent.
 */
export function findDueHandovers(db: Db, { now, limit }: { now: Date; limit: number }) {
  const at = now.getTime();
  const given = sql`(${handovers.due_at} - ${payments.captured_at})`;
  return handoverFacts(db)
    .where(
      and(
        eq(handovers.status, 'due'),
        isNull(handovers.ended_at),
        eq(handovers.reminders, 0),
        gt(handovers.due_at, now),
        lte(handovers.due_at, new Date(at + REMINDER.before)),
        sql`${given} >= ${REMINDER.shortest} and ${handovers.due_at} - ${given} / 2 <= ${at}`,
      ),
    )
    .limit(limit);
}

export function findUntoldRefunds(db: Db, { limit }: { limit: number }) {
  return (
    db
      .select({
        id: refunds.id,
        request_id: refunds.request_id,
        amount_cents: refunds.amount_cents,
        reason: whyBack(sql`refunds`).as('why_back'),
        quantity: ticketRequests.quantity,
        buyer_name: nameOf(ticketRequests.buyer_id).as('buyer_name'),
        event: mailedEvent,
        venue: mailedVenue,
      })
      .from(refunds)
      .innerJoin(ticketRequests, eq(ticketRequests.id, refunds.request_id))
      .innerJoin(events, eq(events.id, ticketRequests.event_id))
      .innerJoin(venues, eq(venues.id, events.venue_id))
      // Repeats the condition of the index `refunds_untold` word for word.
      .where(sql`${refunds.told_at} is null and ${refunds.status} = 'sent'`)
      .orderBy(asc(refunds.created_at))
      .limit(limit)
  );
}

export type UntoldRefund = Awaited<ReturnType<typeof findUntoldRefunds>>[number];

/** Query for the buyer's or seller's `email` and `user_id`. It has a row if `only` holds and the account exists. */
export function addressOf(role: 'buyer' | 'seller', { request, only }: { request: SQL; only: SQL }) {
  const person = role === 'buyer' ? ticketRequests.buyer_id : ticketRequests.seller_id;
  return sql`select ${authUsers.email} as email, ${authUsers.id} as user_id from ${ticketRequests}
    join ${authUsers} on ${authUsers.id} = ${person}
    where ${ticketRequests.id} = (${request}) and ${authUsers.deleted_at} is null and ${only}`;
}

/** Query for the recipient of the mail about a status. It has no row once the mail has been written. */
export function readerOfStatus(role: 'buyer' | 'seller', { request_id, told_status }: UntoldHandover): SQL {
  const only = sql`exists (select 1 from handovers as told where told.request_id = ${request_id}
    and told.told_status is ${told_status})`;
  return addressOf(role, { request: sql`${request_id}`, only });
}

export function readerOfReminder(role: 'buyer' | 'seller', { request_id }: UntoldHandover): SQL {
  const only = sql`exists (select 1 from handovers as told where told.request_id = ${request_id} and told.reminders = 0
    and told.status = 'due')`;
  return addressOf(role, { request: sql`${request_id}`, only });
}

export function readerOfRefund({ id }: UntoldRefund): SQL {
  const request = sql`select told.request_id from refunds as told where told.id = ${id} and told.told_at is null`;
  return addressOf('buyer', { request, only: sql`1` });
}

export const markStatus = (db: Db, { request_id, told_status }: UntoldHandover, told: HandoverStatus) =>
  db
    .update(handovers)
    .set({ told_status: told })
    .where(and(eq(handovers.request_id, request_id), sql`${handovers.told_status} is ${told_status}`));

export const markReminder = (db: Db, { request_id }: UntoldHandover) =>
  db
    .update(handovers)
    .set({ reminders: 1 })
    .where(and(eq(handovers.request_id, request_id), eq(handovers.reminders, 0)));

export const markRefund = (db: Db, { id }: UntoldRefund, now: Date) =>
  db
    .update(refunds)
    .set({ told_at: now })
    .where(and(eq(refunds.id, id), isNull(refunds.told_at)));
