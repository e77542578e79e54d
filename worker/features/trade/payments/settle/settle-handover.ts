import { book } from './commit.db.ts';
import { autoReceivedAt } from './deadlines.rules.ts';
import { failSale } from './remedy.ts';
import { splitLeft } from './money-split.rules.ts';
import { endHandover } from './statements.db.ts';
import { type Snapshot, step, type StepResult } from './step.ts';

/** Replaces or refunds tickets that are late. Delivered tickets count as received after a while. */
export async function settleDeadlines(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale, db, now } = snapshot;
  const { handover, payment, event } = sale;
  if (!handover) return null;
  const { request_id } = payment;
  if (handover.status === 'due' && handover.due_at <= now)
    return failSale(snapshot, { reason: 'not_delivered', by: 'time' });
  if (handover.status === 'delivered' && autoReceivedAt(event) <= now) {
    return step(snapshot, {}, [endHandover(db, { request_id, to: 'received', by: 'time', now })]);
  }
  return null;
}

export async function settleHandover(snapshot: Snapshot): Promise<StepResult | null> {
  const { sale } = snapshot;
  const { handover, payment } = sale;
  if (handover?.status !== 'received') return null;
  const isBarred = sale.disputes.some(({ status }) => status === 'open') || sale.refunds.some(isWaiting);
  return payment.released_at || isBarred ? null : release(snapshot);
}

const isWaiting = ({ status, booked_at }: Snapshot['sale']['refunds'][number]) =>
  status === 'due' && booked_at === null;

function release(snapshot: Snapshot): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment, request } = sale;
  const { seller_cents, fees_cents } = splitLeft(payment);
  const hold = `hold:${payment.request_id}`;
  const legs = [
    { debit: hold, credit: `payable:${request.seller_id}`, amount_cents: seller_cents },
    { debit: hold, credit: 'income:fees', amount_cents: fees_cents },
  ];
  const booked = book(db, { cause: `received:${payment.request_id}`, legs, request_id: payment.request_id, now });
  return step(snapshot, { released_at: now }, booked);
}
