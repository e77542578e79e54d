import type { Buying } from './use-buying.ts';

/** Requests from a row of the list what the buy panel would: the quantity chosen there, of the cheapest listing. */
export function RequestButton({ buying: { isSending, request } }: { buying: Pick<Buying, 'isSending' | 'request'> }) {
  return (
    <button type="button" className="button" disabled={isSending} onClick={request}>
      Request to Buy
    </button>
  );
}
