import { priceText } from '../../../../worker/contract/trade/money.ts';
import { type ShownListing, priceOfOne, sellerOf } from './eligible-listings.ts';

export function RequestButton({ listing, me, onAsk }: { listing: ShownListing; me: string | null; onAsk: () => void }) {
  if (listing.seller.id === me) return <span>Your listing</span>;
  return (
    <button type="button" className="button" aria-haspopup="dialog" onClick={onAsk}>
      Request to Buy
      <span className="sr">
        {' '}
        from {sellerOf(listing)} for {priceText(priceOfOne(listing))}
      </span>
    </button>
  );
}
