import { useId } from 'react';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { MOST_HELD } from '../../../../worker/contract/trade/ticket-quantity.ts';
import s from './buy-panel.module.css';
import { type ShownListing, payingFor } from './eligible-listings.ts';
import type { Buying } from './use-buying.ts';

export function QuantityField({
  best,
  buying: { quantity, problem, setQuantity },
}: {
  best: ShownListing;
  buying: Buying;
}) {
  const id = useId();
  const wanted = problem === null ? Number(quantity) : 0;
  return (
    <div className={s.choose}>
      <label htmlFor={`${id}-quantity`}>Quantity</label>
      <div className={s.stepper}>
        <button
          type="button"
          aria-label="One less"
          disabled={wanted <= 1}
          onClick={() => setQuantity(String(wanted - 1))}
        >
          −
        </button>
        <input
          id={`${id}-quantity`}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-sum`}
          onChange={(event) => setQuantity(event.target.value)}
        />
        <button
          type="button"
          aria-label="One more"
          disabled={wanted >= Math.min(best.quantity, MOST_HELD)}
          onClick={() => setQuantity(String(wanted + 1))}
        >
          +
        </button>
      </div>
      <p id={`${id}-sum`} className={problem ? s.problem : s.sum} aria-live="polite">
        {problem ?? (
          <>
            <span className={s.total}>Total </span>
            {priceText(payingFor(best, wanted)?.total ?? Math.round(wanted * best.ask_price * 100) / 100)}
          </>
        )}
      </p>
    </div>
  );
}
