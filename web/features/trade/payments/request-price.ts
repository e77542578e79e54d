import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { totalOf } from '../resale/other-side.tsx';
import type { MyRequest } from '../resale/resale.queries.ts';

/**
 * Describes the price of a request: what its buyer pays with the fee, or what its seller receives. `summary` is the
 * short form.
 */
export function priceOfRequest(request: Pick<MyRequest, 'quantity' | 'offered_price' | 'payment'>) {
  const { quantity, offered_price, payment } = request;
  const tickets = ticketCount(quantity);
  const each = `${tickets} at ${priceText(offered_price)} each`;
  if (!payment) return { price: priceText(totalOf(request)), note: each, summary: each };
  if (payment.receives !== null) {
    return {
      price: priceText(payment.receives),
      note: `You receive, for ${each}`,
      summary: `${tickets}, you receive ${priceText(payment.receives)}`,
    };
  }
  const total = priceText(payment.total ?? 0);
  return {
    price: total,
    note: `${each}, and ${priceText(payment.fee ?? 0)} fee`,
    summary: `${tickets}, ${total} in all`,
  };
}
