import type { RefundReason } from '../../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { refundsBegin } from './deadlines.rules.ts';
import { leftOf } from './money-split.rules.ts';
import type { Sale } from './sale.db.ts';
import { beginRefund, endHandover } from './statements.db.ts';
import { type Look, step, type Turn } from './turn.ts';

/**
 * Everybody who paid for a cancelled event gets everything back, fees included, wherever the money is. Only tickets
 * that were used stay paid: the buyer has received or opened them, and the promised end had passed when the event was
 * cancelled.
 */
export async function settleCancelledEvent(look: Look): Promise<Turn | null> {
  const { sale, db, now } = look;
  const begin = refundsBegin(sale.event);
  if (begin === null || begin > now || isUsed(sale) || sale.refunds.some(({ reason }) => reason === 'event_cancelled'))
    return null;
  const refund = refundOfRest(db, { sale, reason: 'event_cancelled', now });
  const isOpen = sale.handover?.ended_at === null;
  if (!isOpen && refund.length === 0) return null;
  const { request_id } = sale.payment;
  return step(look, {}, [
    ...(isOpen ? [endHandover(db, { request_id, to: 'failed', by: 'event', now })] : []),
    ...refund,
  ]);
}

/**
 * Everything that was charged for a group goes back if another card of it could not be charged. The tickets were not
 * opened meanwhile: they open once the whole group is charged. A hand-over that has ended stays, because somebody was
 * there.
 */
export async function settleBrokenGroup(look: Look): Promise<Turn | null> {
  const { sale, db, now } = look;
  if (!sale.is_group_broken || sale.handover?.ended_at !== null) return null;
  const { request_id } = sale.payment;
  return step(look, {}, [
    endHandover(db, { request_id, to: 'failed', by: 'group', now }),
    ...refundOfRest(db, { sale, reason: 'group_broken', now }),
  ]);
}

const isUsed = ({ event, payment, handover, is_opened }: Sale) =>
  event.cancelled_at !== null &&
  event.cancelled_at >= payment.promised_end_at &&
  (handover?.status === 'received' || is_opened);

/** The refund of everything that has neither gone back nor is about to. Nothing if nothing is left. */
export function refundOfRest(
  db: Db,
  { sale, reason, now }: { sale: Sale; reason: RefundReason; now: Date },
): Statement[] {
  const amount_cents = leftOf(sale.payment) - unbooked(sale);
  if (amount_cents <= 0) return [];
  return [beginRefund(db, { request_id: sale.payment.request_id, amount_cents, reason, created_at: now })];
}

/** The sum of the refunds that are due and not booked, in cents. */
const unbooked = ({ refunds: rows }: Sale) =>
  rows
    .filter(({ booked_at, status }) => booked_at === null && status === 'due')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
