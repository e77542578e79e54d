import { asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { ledgerAccounts } from '../../../../drizzle/tables/trade/money/ledger.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { staffAsks } from '../../../../drizzle/tables/trade/staff-asks.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { LATE_MS } from './alarm.rules.ts';
import { leftToRefund } from './left-to-refund.db.ts';

const SHOWN = 50;

const emailOf = (person: typeof ticketRequests.buyer_id | typeof ticketRequests.seller_id) =>
  sql<string | null>`(select email from profiles where profiles.id = ${person})`;

/** The columns of a ticket request that the lists of the money desk share. */
export const brief = {
  request_id: ticketRequests.id,
  event_title: events.title,
  buyer_email: emailOf(ticketRequests.buyer_id).as('buyer_email'),
  seller_email: emailOf(ticketRequests.seller_id).as('seller_email'),
};

/** SQL value: staff refunds that still wait for a second admin, in cents. Their money is still in the sale. */
const asked = sql<number>`(select coalesce(sum(waiting.amount_cents), 0) from refunds as waiting
  where waiting.request_id = payments.request_id and waiting.status = 'asked')`;

/**
 * Query for ticket requests whose hand-over ended more than an hour ago, and for which we still hold money. Money of
 * refunds on their way does not count. Leaves out ticket requests with an open dispute. The account name is compared
 * with a range, so that the query can use the index.
 */
export function findStranded(db: Db, { now }: { now: Date }) {
  return db
    .select({
      ...brief,
      handover: handovers.status,
      left_cents: sql<number>`${leftToRefund} + ${asked}`.as('left_cents'),
      asked_cents: sql<number>`${asked}`.as('asked_cents'),
    })
    .from(ledgerAccounts)
    .innerJoin(payments, sql`${payments.request_id} = substr(${ledgerAccounts.name}, length('hold:') + 1)`)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payments.request_id))
    .innerJoin(handovers, eq(handovers.request_id, payments.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .where(sql`${ledgerAccounts.debits_cents} <> ${ledgerAccounts.credits_cents}
      and ${ledgerAccounts.name} > 'hold:' and ${ledgerAccounts.name} < 'hold;'
      and ${handovers.ended_at} < ${now.getTime() - LATE_MS.stranded} and ${leftToRefund} + ${asked} > 0
      and not exists (select 1 from disputes where disputes.request_id = ${payments.request_id}
        and disputes.status = 'open')`)
    .orderBy(asc(handovers.ended_at))
    .limit(SHOWN);
}

const askers = alias(profiles, 'askers');

export function findAsks(db: Db) {
  return db
    .select({
      target_id: staffAsks.target_id,
      action: staffAsks.action,
      note: staffAsks.note,
      asked_at: staffAsks.asked_at,
      asked_by: staffAsks.asked_by,
      asker_email: sql<string | null>`${askers.email}`.as('asker_email'),
      is_request: sql<boolean>`${staffAsks.action} not like 'seller.%'`.mapWith(Boolean).as('is_request'),
    })
    .from(staffAsks)
    .leftJoin(askers, eq(askers.id, staffAsks.asked_by))
    .orderBy(asc(staffAsks.asked_at))
    .limit(SHOWN);
}
