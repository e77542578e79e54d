import { priceText } from '../../../../worker/contract/trade/money.ts';
import { type Offer, priceOfOne, sellerOf } from './offers.ts';

/** The end of a row of the ticket list: it opens the purchase sheet, or says that the listing is the person's own. */
export function RequestButton({ offer, me, onAsk }: { offer: Offer; me: string | null; onAsk: () => void }) {
  if (offer.seller.id === me) return <span>Your listing</span>;
  return (
    <button type="button" className="button" aria-haspopup="dialog" onClick={onAsk}>
      Request to Buy
      <span className="sr">
        {' '}
        from {sellerOf(offer)} for {priceText(priceOfOne(offer))}
      </span>
    </button>
  );
}
