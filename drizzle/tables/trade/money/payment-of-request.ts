import { type GetColumnData, type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { HoldReason, WhyBack, RefundStatus } from '../../../vocabulary.ts';
import type { ProblemDecider, ProblemHold, ProblemKind, ProblemStatus } from '../../../handover-vocabulary.ts';
import { named } from '../../columns.ts';
import { handovers } from '../handovers.ts';
import { payments } from './payments.ts';
import { heldBecause } from './payout-holds.ts';
import { payouts } from './payouts.ts';
import { whyBack } from './refunds.ts';

/** Like `named`, for a table that can lack a row for the request. */
export function namedOrNull<C extends Record<string, AnySQLiteColumn>>(prefix: string, columns: C) {
  const entries = Object.entries(named(prefix, columns));
  return Object.fromEntries(entries) as { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]> | null> };
}

/**
 * Sums up those refunds of a ticket request that are due, sent or stuck. `status` is `stuck` if any of these refunds
 * is stuck. Otherwise it is `due` if any of them is due. `because` is the reason of the newest refund.
 */
export interface RefundOfRequest {
  amount_cents: number;
  status: Exclude<RefundStatus, 'asked' | 'dropped'>;
  because: WhyBack;
}

/** The newest problem of a request. Times are UTC ms. */
export interface ReportedProblem {
  kind: ProblemKind;
  text: string;
  status: ProblemStatus;
  decide_by: number;
  ruled_by: ProblemDecider | null;
  held_because: ProblemHold | null;
  seller_text: string | null;
  seller_answered_at: number | null;
}

// Each subquery runs only if its table can have rows about the payment. So most ticket requests cost no extra reads.
const refund = sql`iif(${payments.captured_at} is null, null, (
  select json_object('amount_cents', sum(back.amount_cents), 'because', ${whyBack()}, 'at', max(back.created_at),
    'status', iif(sum(back.status = 'stuck') > 0, 'stuck', iif(sum(back.status = 'due') > 0, 'due', 'sent')))
  from refunds as back where back.request_id = ${payments.request_id} and back.status in ('due', 'sent', 'stuck')
    group by back.request_id))`;

const reported = sql`iif(${handovers.problem} is null, null, (
  select json_object('kind', said.kind, 'text', said.text, 'status', said.status, 'decide_by', said.decide_by,
    'ruled_by', said.ruled_by, 'held_because', said.held_because,
    'seller_text', said.seller_text, 'seller_answered_at', said.seller_answered_at)
  from problems as said where said.request_id = ${payments.request_id} order by said.created_at desc limit 1))`;

const replacedBy = sql`iif(coalesce(${payments.moved_cents}, 0) = 0, null,
  (select next.request_id from payments as next where next.replaces = ${payments.request_id}))`;

const isDisputed = sql`iif(${payments.captured_at} is null, 0, exists (
  select 1 from disputes as dispute where dispute.request_id = ${payments.request_id} and dispute.status = 'open'))`;

/** A request's payment, hand-over, payout and refunds. The query must left join `payments`, `handovers`, `payouts`. */
export const paymentColumns = {
  ...namedOrNull('payment', {
    status: payments.status,
    tickets_cents: payments.tickets_cents,
    buyer_fee_cents: payments.buyer_fee_cents,
    seller_fee_cents: payments.seller_fee_cents,
    taken_cents: payments.taken_cents,
    session_url: payments.session_url,
    promised_start_at: payments.promised_start_at,
    promised_end_at: payments.promised_end_at,
    promised_opens_at: payments.promised_opens_at,
    promised_kind: payments.promised_kind,
    sold_at_once: payments.sold_at_once,
    added_cents: payments.added_cents,
    replaces: payments.replaces,
  }),
  ...namedOrNull('payment.handover', {
    handover_status: handovers.status,
    handover_due_at: handovers.due_at,
    problem: handovers.problem,
  }),
  ...namedOrNull('payment.payout', {
    payout_status: payouts.status,
    payout_due_at: payouts.due_at,
  }),
  held_because: sql<HoldReason[]>`iif(${payouts.status} = 'frozen', ${heldBecause(payouts.request_id).sql}, '[]')`
    .mapWith((text: string) => JSON.parse(text) as HoldReason[])
    .as('payment.held_because'),
  refund: sql<RefundOfRequest | null>`${refund}`
    .mapWith((text: string): RefundOfRequest | null => JSON.parse(text) as RefundOfRequest)
    .as('payment.refund'),
  replaced_by: sql<string | null>`${replacedBy}`.as('payment.replaced_by'),
  reported: sql<ReportedProblem | null>`${reported}`
    .mapWith((text: string): ReportedProblem | null => JSON.parse(text) as ReportedProblem)
    .as('payment.reported'),
  is_disputed: sql<boolean>`${isDisputed}`.mapWith(Boolean).as('payment.is_disputed'),
};
