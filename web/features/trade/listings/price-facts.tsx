import { useQuery } from '@tanstack/react-query';
import { eventDateParts } from '../../../../worker/contract/time/event-time.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { endOfEvent } from '../../../../worker/contract/trade/payment-times.ts';
import { nextRun, PAYOUT_AFTER_MS } from '../../../../worker/contract/trade/selling/payout-schedule.ts';
import { soldWords } from '../../../../worker/contract/trade/selling/sold-here.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useApi } from '../../../use-api.ts';
import { eventQuery } from '../../nights/events/events.queries.ts';
import { soldHereQuery } from '../resale/resale.queries.ts';
import s from '../resale/resale.module.css';
import type { DraftEvent } from './sell-draft.ts';

export function PriceFacts({ event: { id, slug }, takesPayments }: { event: DraftEvent; takesPayments: boolean }) {
  const api = useApi();
  const { data: event } = useQuery(eventQuery(api, slug));
  const { data: sold } = useQuery(soldHereQuery(api, id));
  if (event?.id !== id) return null;
  return (
    <ul className={s.priceFacts}>
      <li>{onSaleWords(event.listings ?? [])}</li>
      {sold && <li>{soldWords(sold)}</li>}
      {takesPayments && <li>If all goes well, we send you the money on {paidOn(event)}.</li>}
    </ul>
  );
}

/** "6 tickets are on sale, from $30.00 to $35.00 each." */
function onSaleWords(listings: readonly { quantity: number; ask_price: number }[]): string {
  const asks = listings.map(({ ask_price }) => ask_price);
  const count = listings.reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return 'No tickets are on sale for this night yet.';
  const [low, high] = [Math.min(...asks), Math.max(...asks)];
  const price = low === high ? `at ${priceText(low)}` : `from ${priceText(low)} to ${priceText(high)}`;
  return `${ticketCount(count)} ${count === 1 ? 'is' : 'are'} on sale, ${price} each.`;
}

/** "Monday, November 30": the first weekly payout run after the time for complaints. */
function paidOn({ start_at, end_at }: { start_at: string; end_at: string | null }): string {
  const end = endOfEvent({ start_at: new Date(start_at), end_at: end_at === null ? null : new Date(end_at) });
  const { weekday, month, day } = eventDateParts(nextRun(new Date(end.getTime() + PAYOUT_AFTER_MS)).toISOString());
  return `${weekday}, ${month} ${day}`;
}
