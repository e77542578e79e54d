import type { Buying } from './use-buying.ts';

/** Sends the request of the buy panel from a row of the list: the panel's quantity, of the cheapest listing. */
export function RequestButton({ buying: { isSending, request } }: { buying: Pick<Buying, 'isSending' | 'request'> }) {
  return (
    <button type="button" className="button" disabled={isSending} onClick={request}>
      Request to Buy
    </button>
  );
}
