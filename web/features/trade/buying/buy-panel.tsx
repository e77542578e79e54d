import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useId } from 'react';
import type { Buying } from './use-buying.ts';
import s from './buy-panel.module.css';
import { moreThanBest, type Offer, payingFor, priceOfOne, sellerOf, SHOWN } from './offers.ts';
import { QuantityField } from './quantity-field.tsx';

const COSTS_NOTHING =
  'A request costs nothing. It goes to the best price and holds the tickets until the seller answers.';

/** When the card of a buyer is charged. */
const paidLater = ({ is_instant }: Offer) =>
  is_instant
    ? 'Sold at once: your card is charged as soon as it is authorised. Your request goes to the best price.'
    : 'You are not charged until the seller accepts. Your request goes to the best price and holds the tickets.';

/**
 * Buys tickets: the three cheapest listings, the quantity, and the request, which goes to the cheapest one. `band` is
 * in dollars. Tickets that are paid here are asked for in the sheet that `onAsk` opens.
 */
export function BuyPanel<T extends Offer>({
  buying,
  band,
  onAsk,
}: {
  buying: Buying<T>;
  band: { min: number; max: number } | null;
  onAsk?: (best: T) => void;
}) {
  const { offers, quantity, problem, isSending, request } = buying;
  const id = useId();
  const best = offers[0];
  const paying = best && problem === null ? payingFor(best, Number(quantity)) : null;
  return (
    <section className={s.panel} aria-labelledby={`${id}-heading`}>
      <div className={s.top}>
        <h2 id={`${id}-heading`}>Buy Tickets</h2>
        {best ? (
          <ol className={s.offers}>
            {offers.slice(0, SHOWN).map((offer) => (
              <li key={offer.id} data-best={offer === best || undefined}>
                <b>{priceText(priceOfOne(offer))}</b>
                <span className="muted">{ticketCount(offer.quantity)}</span>
                <span className={s.standing}>
                  {offer === best ? 'Best Price' : moreThanBest(priceOfOne(offer), priceOfOne(best))}
                </span>
              </li>
            ))}
          </ol>
        ) : (
          <p suppressHydrationWarning>{buying.none}</p>
        )}
        {band && (
          <p className={s.band}>
            Fair price band {priceText(band.min)} to {priceText(band.max)}
            {best?.total_price !== undefined && ', before fees'}
          </p>
        )}
      </div>
      <form
        className={s.stub}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (onAsk && best && payingFor(best, 1)) onAsk(best);
          else request();
        }}
      >
        {best && (
          <>
            <p>
              From <b>{sellerOf(best)}</b>
            </p>
            <QuantityField best={best} buying={buying} />
            {paying && paying.fee > 0 && (
              <details className={s.fine}>
                <summary>With fees</summary>
                Tickets {priceText(paying.tickets)} + fee {priceText(paying.fee)}
              </details>
            )}
          </>
        )}
        <button type="submit" className="button primary" disabled={isSending || problem !== null}>
          {isSending ? 'Sending' : 'Request to Buy'}
        </button>
        <p className={s.fine}>{best?.total_price ? paidLater(best) : COSTS_NOTHING}</p>
      </form>
    </section>
  );
}
