import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount, ticketsAt } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { totalOf } from '../resale/other-side.tsx';
import type { MyRequest } from '../resale/resale.queries.ts';

export function priceOfRequest(
  request: Pick<MyRequest, 'quantity' | 'offered_price' | 'payment' | 'status' | 'event'>,
) {
  const { quantity, offered_price, payment } = request;
  const tickets = ticketCount(quantity);
  const each = ticketsAt(quantity, priceText(offered_price));
  if (!payment) return { price: priceText(totalOf(request)), note: each, summary: each };
  if (payment.receives !== null) {
    const isLost = isLostSale({ ...request, payment });
    const receives = priceText(isLost ? 0 : payment.receives);
    return {
      price: receives,
      note: `You receive${isLost ? ' nothing' : ''}, for ${each}`,
      summary: `${tickets}, you receive ${isLost ? 'nothing' : receives}`,
    };
  }
  const total = priceText(payment.total ?? 0);
  const added = payment.added > 0 ? `. We paid the ${priceText(payment.added)} difference` : '';
  return {
    price: total,
    note: `${each}, and ${priceText(payment.fee ?? 0)} fee${added}`,
    summary: `${tickets}, ${total} in all`,
  };
}

const ENDED: ReadonlySet<MyRequest['status']> = new Set(['declined', 'cancelled', 'expired'] as const);

/** True if the seller gets nothing: nothing was charged, or the money goes back to the buyer or to a replacement. */
function isLostSale({
  status,
  event,
  payment: { status: card, handover, payout },
}: Pick<MyRequest, 'status' | 'event'> & { payment: NonNullable<MyRequest['payment']> }): boolean {
  const isUndone = payout?.status === 'dropped' || payout?.status === 'reversed';
  const isUncharged = card === 'voided' || card === 'failed' || ENDED.has(status);
  const isCancelled = event.state === 'cancelled' && payout?.status !== 'sent';
  return isUncharged || isUndone || isCancelled || handover?.status === 'failed';
}
