import {
  type Dispute,
  type Event,
  type Handover,
  type Payment,
  type Payout,
  type Refund,
  disputes,
  handovers,
  payments,
  payouts,
  refunds,
} from '../tables/all-tables.ts';
import { nullColumns } from './null-columns.ts';
import { OPEN_END_MS } from '../open-end.ts';

const A_DAY = Date.UTC(2030, 0, 1);
const A_NIGHT = Date.UTC(2030, 0, 2, 2);

let made = 0;
const next = (of: string) => `${of}-${++made}`;

/**
 * Returns the `promised_` columns of a payment. The tickets are due three hours before the doors. The buyer can open
 * ticket files from a day before the doors.
 */
export function promisedOf({ start_at, end_at }: Pick<Event, 'start_at' | 'end_at'>) {
  const start = start_at.getTime();
  return {
    promised_start_at: start_at,
    promised_end_at: end_at ?? new Date(start + OPEN_END_MS),
    promised_due_at: new Date(start - 3 * 3_600_000),
    promised_opens_at: new Date(start - 24 * 3_600_000),
  };
}

/** A payment for a ticket of $25, with the fees of wrangler.toml. */
export function paymentRow(over: Partial<Payment> & Pick<Payment, 'request_id'>): Payment {
  const { request_id, status = 'awaiting' } = over;
  const wasAuthorized = status !== 'awaiting' && status !== 'failed';
  return {
    ...nullColumns(payments),
    status,
    version: 0,
    tickets_cents: 2500,
    buyer_fee_cents: 250,
    seller_fee_cents: 0,
    taken_cents: 0,
    moved_cents: 0,
    added_cents: 0,
    ...promisedOf({ start_at: new Date(A_NIGHT), end_at: null }),
    sold_at_once: false,
    session_attempt: 1,
    session_id: `cs_${request_id}`,
    session_url: `http://127.0.0.1:9/pay/${request_id}`,
    intent_id: wasAuthorized ? `pi_${request_id}` : null,
    charge_id: wasAuthorized ? `ch_${request_id}` : null,
    authorized_at: wasAuthorized ? new Date(A_DAY) : null,
    captured_at: status === 'captured' ? new Date(A_DAY) : null,
    failures: 0,
    created_at: new Date(A_DAY),
    ...over,
  };
}

/** Builds a hand-over. If its status is final, the buyer ended it. */
export function handoverRow(over: Partial<Handover> & Pick<Handover, 'request_id'>): Handover {
  const { status = 'due' } = over;
  const hasEnded = status === 'received' || status === 'failed';
  const problem = status === 'problem' ? 'The code was used before.' : null;
  return {
    ...nullColumns(handovers),
    status,
    due_at: new Date(A_NIGHT),
    delivered_at: status === 'delivered' ? new Date(A_DAY) : null,
    problem,
    problem_at: problem && new Date(A_DAY),
    ended_at: hasEnded ? new Date(A_DAY) : null,
    ended_by: hasEnded ? 'buyer' : null,
    told_status: status,
    reminders: 0,
    ...over,
  };
}

export function payoutRow(over: Partial<Payout> & Pick<Payout, 'request_id' | 'seller_id'>): Payout {
  return {
    ...nullColumns(payouts),
    status: 'due',
    due_at: new Date(A_NIGHT + 3 * 86_400_000),
    attempt: 1,
    paid_cents: 0,
    recouped_cents: 0,
    reversed_cents: 0,
    ...over,
  };
}

export function refundRow(over: Partial<Refund> & Pick<Refund, 'request_id'>): Refund {
  return {
    ...nullColumns(refunds),
    id: over.id ?? next('refund'),
    amount_cents: 2750,
    reason: 'not_delivered',
    status: 'due',
    attempt: 1,
    failures: 0,
    sent_at: over.status === 'sent' ? new Date(A_DAY) : null,
    created_at: new Date(A_DAY),
    ...over,
  };
}

export function disputeRow(over: Partial<Dispute> & Pick<Dispute, 'request_id'>): Dispute {
  const { status = 'open' } = over;
  return {
    ...nullColumns(disputes),
    provider_id: over.provider_id ?? next('dp'),
    status,
    amount_cents: 2750,
    fee_cents: 1500,
    beyond_cents: 0,
    reason: 'fraudulent',
    opened_at: new Date(A_DAY),
    closed_at: status === 'open' ? null : new Date(A_DAY),
    ...over,
  };
}
