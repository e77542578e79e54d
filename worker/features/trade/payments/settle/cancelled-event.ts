import type { RefundReason } from '../../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { refundsBegin } from './deadlines.rules.ts';
import { leftOf } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';
import { beginRefund, endHandover } from './statements.db.ts';
import { type Snapshot, step, type StepResult } from './step.ts';

/**
 * Refunds what is left of the payment, fees included, after the event was cancelled. Used tickets are not refunded if
 * the event was cancelled after its promised end.
 */
export async function settleCancelledEvent(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, db, now } = snapshot;
  const begin = refundsBegin(sale.event);
  if (begin === null || begin > now || isUsed(sale) || sale.refunds.some(({ reason }) => reason === 'event_cancelled'))
    return null;
  const refund = refundOfRest(db, { sale, reason: 'event_cancelled', now });
  const isOpen = sale.handover?.ended_at === null;
  if (!isOpen && refund.length === 0) return null;
  const { request_id } = sale.payment;
  return step(snapshot, {}, [
    ...(isOpen ? [endHandover(db, { request_id, to: 'failed', by: 'event', now })] : []),
    ...refund,
  ]);
}

/** Refunds a sale of a broken group. Nobody has opened its tickets: they open only once the whole group is charged. */
export async function settleBrokenGroup(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, db, now } = snapshot;
  if (!sale.is_group_broken || sale.handover?.ended_at !== null) return null;
  const { request_id } = sale.payment;
  return step(snapshot, {}, [
    endHandover(db, { request_id, to: 'failed', by: 'group', now }),
    ...refundOfRest(db, { sale, reason: 'group_broken', now }),
  ]);
}

const isUsed = ({ event, payment, handover, is_opened }: Sale) =>
  event.cancelled_at !== null &&
  event.cancelled_at >= payment.promised_end_at &&
  (handover?.status === 'received' || is_opened);

/** Refunds what is left after the refunds that are already due. Returns no statement if nothing is left. */
export function refundOfRest(
  db: Db,
  { sale, reason, now }: { sale: Sale; reason: RefundReason; now: Date },
): Statement[] {
  const amount_cents = leftOf(sale.payment) - unbooked(sale);
  if (amount_cents <= 0) return [];
  return [beginRefund(db, { request_id: sale.payment.request_id, amount_cents, reason, created_at: now })];
}

const unbooked = ({ refunds: rows }: Sale) =>
  rows
    .filter(({ booked_at, status }) => booked_at === null && status === 'due')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
