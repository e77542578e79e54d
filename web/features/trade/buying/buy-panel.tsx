import { CHARGED_LATER, priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useId } from 'react';
import type { Buying } from './use-buying.ts';
import s from './buy-panel.module.css';
import { moreThanBest, type ShownListing, payingFor, priceOfOne, sellerOf, SHOWN } from './eligible-listings.ts';
import { QuantityField } from './quantity-field.tsx';

const COSTS_NOTHING =
  'A request costs nothing. It goes to the best price and holds the tickets until the seller answers.';

const paidLater = ({ is_instant }: ShownListing) =>
  is_instant
    ? 'Sold at once: your card is charged as soon as it is authorized. Your request goes to the best price.'
    : `${CHARGED_LATER} Your request goes to the best price and holds the tickets.`;

/** `band` is in dollars. While buyers pay on Vouch, `onAsk` opens the purchase sheet. */
export function BuyPanel<T extends ShownListing>({
  buying,
  band,
  onAsk,
}: {
  buying: Buying<T>;
  band: { min: number; max: number } | null;
  onAsk?: (best: T) => void;
}) {
  const { listings, quantity, problem, isSending, request } = buying;
  const id = useId();
  const best = listings[0];
  const paying = best && problem === null ? payingFor(best, Number(quantity)) : null;
  return (
    <section className={s.panel} aria-labelledby={`${id}-heading`}>
      <div className={s.top}>
        <h2 id={`${id}-heading`}>Buy Tickets</h2>
        {best ? (
          <ol className={s.listings}>
            {listings.slice(0, SHOWN).map((listing) => (
              <li key={listing.id} data-best={listing === best || undefined}>
                <b>{priceText(priceOfOne(listing))}</b>
                <span className="muted">{ticketCount(listing.quantity)}</span>
                <span className={s.standing}>
                  {listing === best ? 'Best Price' : moreThanBest(priceOfOne(listing), priceOfOne(best))}
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
