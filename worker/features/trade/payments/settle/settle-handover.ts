import { book } from './commit.db.ts';
import { receivedByItself } from './deadlines.rules.ts';
import { failSale } from './remedy.ts';
import { splitLeft } from './money-split.rules.ts';
import { endHandover } from './statements.db.ts';
import { type Look, step, type Turn } from './turn.ts';

/** The deadlines of the hand-over. Tickets that are not delivered in time are replaced, or paid back. */
export async function settleDeadlines(look: Look): Promise<Turn | null> {
  const { sale, db, now } = look;
  const { handover, payment, event } = sale;
  if (!handover) return null;
  const { request_id } = payment;
  if (handover.status === 'due' && handover.due_at <= now)
    return failSale(look, { reason: 'not_delivered', by: 'time' });
  if (handover.status === 'delivered' && receivedByItself(event) <= now) {
    return step(look, {}, [endHandover(db, { request_id, to: 'received', by: 'time', now })]);
  }
  return null;
}

/** The release of the money once the buyer has the tickets. */
export async function settleHandover(look: Look): Promise<Turn | null> {
  const { sale } = look;
  const { handover, payment } = sale;
  if (handover?.status !== 'received') return null;
  const isBarred = sale.disputes.some(({ status }) => status === 'open') || sale.refunds.some(isWaiting);
  return payment.released_at || isBarred ? null : release(look);
}

const isWaiting = ({ status, booked_at }: Look['sale']['refunds'][number]) => status === 'due' && booked_at === null;

/** The hold becomes the seller's money and our fees. */
function release(look: Look): Promise<Turn> {
  const { sale, db, now } = look;
  const { payment, request } = sale;
  const { seller_cents, fees_cents } = splitLeft(payment);
  const hold = `hold:${payment.request_id}`;
  const legs = [
    { debit: hold, credit: `payable:${request.seller_id}`, amount_cents: seller_cents },
    { debit: hold, credit: 'income:fees', amount_cents: fees_cents },
  ];
  const booked = book(db, { cause: `received:${payment.request_id}`, legs, request_id: payment.request_id, now });
  return step(look, { released_at: now }, booked);
}
