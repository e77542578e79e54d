import { MISSED_LIMIT } from '../../../../drizzle/vocabulary.ts';
import { dollars } from '../../../contract/trade/money.ts';
import type { OfferRow } from './offers.db.ts';
import type { PlaceRow } from './place.db.ts';
import { linkToken } from '../../../http/shared/link-token.ts';

/** Prices are in dollars. `total` is the price of all tickets with fees, or null if buyers do not pay on Vouch. */
export function offerView({ ask_price_cents, total_cents, takes_place, event, venue, ...offer }: OfferRow, now: Date) {
  const isUp = offer.status === 'open' && offer.expires_at <= now;
  return {
    ...offer,
    status: isUp ? ('lapsed' as const) : takes_place || offer.status !== 'open' ? offer.status : ('ended' as const),
    ask_price: dollars(ask_price_cents),
    total: total_cents === null ? null : dollars(total_cents),
    event: { ...event, venue },
  };
}

/** `stay_token` restarts paused offers, and `confirm_token` confirms the place. A token that is not needed is null. */
export async function placeView(
  { entry_id, missed, is_confirmed, wanted_id, wanted_until, most_cents, offer_id, offer_expires_at, ...row }: PlaceRow,
  pepper: string,
) {
  return {
    ...row,
    wanted:
      wanted_id === null ? null : { id: wanted_id, until: new Date(wanted_until!), most_each: dollars(most_cents!) },
    offer: offer_id === null ? null : { id: offer_id, expires_at: new Date(offer_expires_at!) },
    stay_token: missed >= MISSED_LIMIT ? await linkToken(pepper, { link: 'stay', id: entry_id }) : null,
    confirm_token: is_confirmed ? null : await linkToken(pepper, { link: 'confirm', id: entry_id }),
  };
}
