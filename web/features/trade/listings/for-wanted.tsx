import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceOf } from '../../../../worker/contract/trade/fees.ts';
import { cents, dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import { refusalMinutes } from '../../../../worker/contract/trade/offers/offer-window.ts';
import { ticketCount, ticketsAt } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useFees } from '../../../common/launch/use-fees.ts';
import s from '../resale/resale.module.css';
import { useCurrentTime } from '../resale/use-current-time.ts';
import type { SellDraft } from './sell-draft.ts';

interface Given {
  wanted: NonNullable<SellDraft['wanted']>;
  start_at: string;
  /** The number of tickets to list. Null until the seller has typed it. */
  quantity: number | null;
  /** The price of each ticket in dollars. Null until the seller has typed it. */
  price: number | null;
  onEverybody: () => void;
}

/** Says that the new listing is offered first to the person who is looking for tickets. If it is not, says why. */
export function ForWanted({ wanted: { name, places, most_each }, start_at, quantity, price, onEverybody }: Given) {
  const fees = useFees();
  const minutes = refusalMinutes({ start_at: new Date(start_at), now: useCurrentTime() });
  const who = name ?? 'A student';
  const paid =
    price === null ? 0 : fees ? priceOf({ ask_cents: cents(price), quantity: 1, fees }).total_cents : cents(price);
  return (
    <div className={s.instant}>
      <p className={s.small}>
        {paid > cents(most_each)
          ? `${who} pays up to ${priceText(most_each)} for each ticket, and yours cost ${priceText(dollars(paid))} with fees. At this price, they go to everybody.`
          : quantity !== null && quantity < places
            ? `${who} is looking for ${ticketCount(places)}. If you sell fewer, they go to everybody.`
            : `${who} has the first ${minutes} minutes to take ${quantity !== null && quantity > places ? `${places} of these` : 'these'} tickets. After that, they go to everybody.`}
      </p>
      <button type="button" className="button" onClick={onEverybody}>
        Sell to everybody instead
      </button>
    </div>
  );
}

export function listedToast(
  listing: { ask_price: number; refusal_until?: string | null },
  count: number,
): { title: string; text: string } {
  const text = ticketsAt(count, priceText(listing.ask_price));
  return listing.refusal_until
    ? { title: `Held for the student until ${untilWhen(listing.refusal_until)}`, text }
    : { title: 'On sale', text };
}
