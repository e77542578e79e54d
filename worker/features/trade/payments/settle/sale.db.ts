import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import { named } from '../../../../../drizzle/tables/columns.ts';
import { disputes } from '../../../../../drizzle/tables/trade/money/disputes.ts';
import { chargeOf, isOfCharge } from '../../../../../drizzle/tables/trade/money/charge-of-payment.ts';
import { events } from '../../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../../drizzle/tables/trade/handovers.ts';
import { ledgerAccounts } from '../../../../../drizzle/tables/trade/money/ledger.ts';
import { isLaunched } from '../../../../../drizzle/tables/staff/launch-switches.ts';
import { listingTickets } from '../../../../../drizzle/tables/trade/listing-tickets.ts';
import { payments } from '../../../../../drizzle/tables/trade/money/payments.ts';
import { payouts } from '../../../../../drizzle/tables/trade/money/payouts.ts';
import { problems } from '../../../../../drizzle/tables/trade/problems.ts';
import { profiles } from '../../../../../drizzle/tables/people/profiles.ts';
import { refunds } from '../../../../../drizzle/tables/trade/money/refunds.ts';
import { sellerAccounts } from '../../../../../drizzle/tables/trade/money/seller-accounts.ts';
import { ticketRequests } from '../../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../../context.ts';
import { endOfSale } from '../../../../contract/trade/payment-times.ts';
import { keptQuery, runQueries } from '../../../../http/answers/kept-query.ts';
import { inQuarantine } from '../../../../http/shared/quarantine.ts';
import { keptCardOf, type KeptCardOfSale } from './kept-card.db.ts';

const member = sql`from ticket_requests as member where member.group_id = ${ticketRequests.group_id}
  and member.id <> ${ticketRequests.id}`;

/**
 * `group_waits` counts the other pending requests of the group that still lack the seller's yes or an authorized card.
 * Until `group_final_at` (UTC ms), the answers to the other requests can be undone. `group_intents` is a JSON list with
 * the intent of each other pending request whose card is authorized.
 */
const groupColumns = {
  is_in_group: sql<boolean>`${ticketRequests.group_id} is not null`.mapWith(Boolean).as('is_in_group'),
  is_group_broken: sql<boolean>`exists (select 1 ${member} and member.status in ('declined', 'cancelled', 'expired'))`
    .mapWith(Boolean)
    .as('is_group_broken'),
  group_waits: sql<number>`(select count(*) ${member} and member.status = 'pending' and (member.answer is not 'accepted'
    or exists (select 1 from payments as other where other.request_id = member.id
      and other.status = 'awaiting')))`.as('group_waits'),
  group_final_at: sql<number>`coalesce((select max(member.expires_at) ${member}
    and member.status = 'pending'), 0)`.as('group_final_at'),
  group_intents:
    sql<string>`(select json_group_array(other.intent_id) from payments as other where other.status = 'authorized'
    and other.request_id in (select member.id ${member} and member.status = 'pending'))`.as('group_intents'),
};

const replacedSeller = sql`(select failed.seller_id from ticket_requests as failed
  where failed.id = ${payments.replaces})`;

const saleOf = keptQuery(['id'], (db, { id }) =>
  db
    .select({
      payment: payments,
      request: named('request', {
        status: ticketRequests.status,
        answer: ticketRequests.answer,
        expires_at: ticketRequests.expires_at,
        quantity: ticketRequests.quantity,
        buyer_id: ticketRequests.buyer_id,
        seller_id: ticketRequests.seller_id,
        event_id: ticketRequests.event_id,
      }),
      ...groupColumns,
      is_quarantined: inQuarantine.as('is_quarantined'),
      event: named('event', {
        title: events.title,
        slug: events.slug,
        start_at: events.start_at,
        end_at: events.end_at,
        cancelled_at: events.cancelled_at,
      }),
      // Null if the tickets are not files.
      tickets_given: sql<number | null>`iif(${payments.promised_kind} = 'file', (select count(*) from ${listingTickets}
        where ${listingTickets.request_id} = ${ticketRequests.id}), null)`.as('tickets_given'),
      is_opened:
        sql<boolean>`exists (select 1 from ${listingTickets} where ${listingTickets.request_id} = ${ticketRequests.id}
        and ${listingTickets.shown_at} is not null)`
          .mapWith(Boolean)
          .as('is_opened'),
      is_verified: named('buyer', { is_student_verified: profiles.is_student_verified }).is_student_verified,
      intent_id: sql<string | null>`(select root.intent_id from payments as root
        where root.request_id = ${chargeOf(id)})`.as('charge.intent_id'),
      replaced_before: sql<number>`(select count(*) from payments as link
        where link.paid_from = ${chargeOf(id)})`.as('charge.replaced'),
      replaced_seller_id: sql<string | null>`${replacedSeller}`.as('replaced.seller_id'),
      replaced_debt_cents:
        sql<number>`coalesce((select debt.debits_cents - debt.credits_cents from ledger_accounts as debt
        where debt.name = 'receivable:' || ${replacedSeller}), 0)`.as('replaced.debt_cents'),
      kept: keptCardOf.as('kept'),
      hands_over: isLaunched('handover').as('hands_over'),
      buyer_email: sql<string | null>`${authUsers.email}`.as('buyer.email'),
    })
    .from(payments)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payments.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(profiles, eq(profiles.id, ticketRequests.buyer_id))
    .leftJoin(authUsers, eq(authUsers.id, ticketRequests.buyer_id))
    .where(eq(payments.request_id, id)),
);

const handoverOf = keptQuery(['id'], (db, { id }) => db.select().from(handovers).where(eq(handovers.request_id, id)));

const payoutOf = keptQuery(['id'], (db, { id }) => db.select().from(payouts).where(eq(payouts.request_id, id)));

const refundsOf = keptQuery(['id'], (db, { id }) =>
  db
    .select()
    .from(refunds)
    .where(and(isOfCharge(refunds.request_id, id), ne(refunds.status, 'dropped')))
    .orderBy(asc(refunds.created_at), asc(refunds.id)),
);

const disputesOf = keptQuery(['id'], (db, { id }) =>
  db.select().from(disputes).where(isOfCharge(disputes.request_id, id)).orderBy(asc(disputes.opened_at)),
);

const sellerOf = keptQuery(['id'], (db, { id }) =>
  db
    .select({
      provider_id: sellerAccounts.provider_id,
      can_receive: sellerAccounts.can_receive,
      debt_cents: sql<number>`coalesce((select ${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents}
          from ${ledgerAccounts}
        where ${ledgerAccounts.name} = 'receivable:' || ${ticketRequests.seller_id}), 0)`.as('debt_cents'),
    })
    .from(ticketRequests)
    .leftJoin(sellerAccounts, eq(sellerAccounts.user_id, ticketRequests.seller_id))
    .where(eq(ticketRequests.id, id)),
);

const openProblemOf = keptQuery(['id'], (db, { id }) =>
  db
    .select()
    .from(problems)
    .where(and(eq(problems.request_id, id), eq(problems.status, 'open'))),
);

/**
 * Reads the sale of a ticket request. Returns null if the request has no payment. `other_refunds` belong to other
 * requests with the same charge, because a replacement shares the charge of the tickets that it replaces. `disputes`
 * are those of the whole charge. Dropped refunds are left out.
 */
export async function readSale(db: Db, requestId: string) {
  const its = { id: requestId };
  const [[found], [handover], [payout], refundRows, disputeRows, [seller], [problem]] = await runQueries(db, [
    saleOf(db, its),
    handoverOf(db, its),
    payoutOf(db, its),
    refundsOf(db, its),
    disputesOf(db, its),
    sellerOf(db, its),
    openProblemOf(db, its),
  ]);
  if (!found || !seller) return null;
  const { event, payment } = found;
  const kept = found.kept === null ? null : (JSON.parse(found.kept) as KeptCardOfSale);
  return {
    ...found,
    kept,
    event: { ...event, ends_at: endOfSale(payment, event) },
    handover: handover ?? null,
    payout: payout ?? null,
    problem: problem ?? null,
    refunds: refundRows.filter(({ request_id }) => request_id === requestId),
    other_refunds: refundRows.filter(({ request_id }) => request_id !== requestId),
    disputes: disputeRows,
    seller,
  };
}

export type Sale = NonNullable<Awaited<ReturnType<typeof readSale>>>;
