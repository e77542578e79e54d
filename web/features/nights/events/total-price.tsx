import { priceText } from '../../../../worker/contract/trade/money.ts';
import s from './total-price.module.css';

/** `total` and `fee` are in dollars. `total` includes `fee`. */
export function TotalPrice({ total, fee }: { total: number; fee: number }) {
  const price = <b className={s.price}>{priceText(total)}</b>;
  if (fee === 0) return price;
  return (
    <details className={s.total}>
      <summary>
        {price} <span>with fees</span>
      </summary>
      Ticket {priceText(total - fee)} + fee {priceText(fee)}
    </details>
  );
}
