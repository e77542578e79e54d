import { untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { priceOf } from '../../../../worker/contract/trade/fees.ts';
import { cents, dollars, priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketsAt } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useFees } from '../../../common/launch/use-fees.ts';
import s from '../resale/resale.module.css';
import type { SellDraft } from './sell-draft.ts';

/** Says who is offered the tickets first, or that they cost more than this person looks for. */
export function ForWanted({
  wanted: { name, most_each },
  price,
  onEverybody,
}: {
  wanted: NonNullable<SellDraft['wanted']>;
  price: number | null;
  onEverybody: () => void;
}) {
  const fees = useFees();
  const who = name ?? 'A student';
  const paid =
    price === null ? 0 : fees ? priceOf({ ask_cents: cents(price), quantity: 1, fees }).total_cents : cents(price);
  return (
    <div className={s.instant}>
      <p className={s.small}>
        {paid > cents(most_each)
          ? `${who} pays up to ${priceText(most_each)} for each ticket, and yours cost ${priceText(dollars(paid))} with fees. At this price, they go to everybody.`
          : `${who} has the first 30 minutes to take these tickets. After that, they go to everybody.`}
      </p>
      <button type="button" className="button" onClick={onEverybody}>
        Sell to everybody instead
      </button>
    </div>
  );
}

/** Returns the message after tickets were listed. */
export function listedToast(
  listing: { ask_price: number; refusal_until?: string | null },
  count: number,
): { title: string; text: string } {
  const text = ticketsAt(count, priceText(listing.ask_price));
  return listing.refusal_until
    ? { title: `Held for them until ${untilWhen(listing.refusal_until)}`, text }
    : { title: 'On sale', text };
}
