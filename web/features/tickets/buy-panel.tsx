import { priceText } from '../../../worker/contract/money.ts';
import { ticketCount } from '../../../worker/contract/ticket-quantity.ts';
import { useId } from 'react';
import type { Buying } from './use-buying.ts';
import s from './buy-panel.module.css';
import { moreThanBest, type Offer, payingFor, sellerOf, SHOWN } from './offers.ts';
import { QuantityField } from './quantity-field.tsx';

/**
 * Buys tickets: the three cheapest listings, the quantity, and the request, which goes to the cheapest one. `band` is in dollars.
 * Tickets that are paid here are asked for in the sheet that `onAsk` opens.
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
  const { offers, problem, isSending, request } = buying;
  const id = useId();
  const best = offers[0];
  return (
    <section className={s.panel} aria-labelledby={`${id}-heading`}>
      <div className={s.top}>
        <h2 id={`${id}-heading`}>Buy Tickets</h2>
        {best ? (
          <ol className={s.offers}>
            {offers.slice(0, SHOWN).map((offer) => (
              <li key={offer.id} data-best={offer === best || undefined}>
                <b>{priceText(offer.ask_price)}</b>
                <span className="muted">{ticketCount(offer.quantity)}</span>
                <span className={s.standing}>{offer === best ? 'Best Price' : moreThanBest(offer.ask_price, best.ask_price)}</span>
              </li>
            ))}
          </ol>
        ) : (
          <p>No tickets available in the price band</p>
        )}
        {band && (
          <p className={s.band}>
            Fair price band {priceText(band.min)} to {priceText(band.max)}
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
          </>
        )}
        <button type="submit" className="button primary" disabled={isSending || problem !== null}>
          {isSending ? 'Sending' : 'Request to Buy'}
        </button>
        <p className={s.fine}>A request costs nothing. It goes to the best price and holds the tickets until the seller answers.</p>
      </form>
    </section>
  );
}
