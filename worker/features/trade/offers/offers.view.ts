import { MISSED_LIMIT } from '../../../../drizzle/vocabulary.ts';
import { dollars } from '../../../contract/trade/money.ts';
import type { OfferRow } from './offers.db.ts';
import type { PlaceRow } from './place.db.ts';
import { linkToken } from '../../../http/shared/link-token.ts';

/**
 * An offer for its person, in dollars. `total` is what all tickets cost with the fees, or null while buyers do not pay
 * here.
 */
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

/**
 * The place of a person on a waitlist. Only a person who is offered no tickets for now gets the token with which they
 * go on, and only one whose place is not confirmed the token that confirms it.
 */
export async function placeView(
  { entry_id, missed, is_confirmed, offer_id, offer_expires_at, ...row }: PlaceRow,
  pepper: string,
) {
  return {
    ...row,
    offer: offer_id === null ? null : { id: offer_id, expires_at: new Date(offer_expires_at!) },
    stay_token: missed >= MISSED_LIMIT ? await linkToken(pepper, { link: 'stay', id: entry_id }) : null,
    confirm_token: is_confirmed ? null : await linkToken(pepper, { link: 'confirm', id: entry_id }),
  };
}
