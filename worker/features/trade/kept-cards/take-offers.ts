import { openDb } from '../../../http/database/open-db.ts';
import { log, traceOf } from '../../../http/log.ts';
import { DomainError } from '../../../http/answers/errors.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { settle } from '../payments/settle.ts';
import { requestTickets } from '../requests/request-tickets.db.ts';
import { findOffersToTake, isStillTaken, type OfferToTake } from './take-offers.db.ts';

/** The most offers that one call of `takeOffers` tries. Each offer can cost ten calls to the provider. */
const AT_ONCE = 20;

/**
 * Takes open offers with kept cards, before anybody is told about the offers. An offer that cannot be taken stays open.
 * Returns the ids of all offers that it tried to take.
 */
export async function takeOffers(env: Env, now: Date): Promise<string[]> {
  const due = await findOffersToTake(openDb(env), { fees: feesOf(env), now, limit: AT_ONCE });
  for (const offer of due) {
    await takeOffer(env, { offer, now }).catch((error: unknown) =>
      log('error', 'an offer was not taken at once', { offer: offer.id, error: traceOf(error) }),
    );
  }
  return due.map(({ id }) => id);
}

async function takeOffer(env: Env, { offer, now }: { offer: OfferToTake; now: Date }): Promise<void> {
  const [db, fees] = [openDb(env), feesOf(env)];
  const { id, user_id, event_id, quantity, most_total_cents } = offer;
  const { granted, payment, changed } = await requestTickets(db, {
    input: { buyer_id: user_id, event_id, quantity, key: `kept:${id}`, most_total_cents, offer_id: id },
    only: isStillTaken(id, { fees, now }),
    is_kept: true,
    fees,
    now,
  });
  await tellPagesOf(env, changed);
  if (granted instanceof DomainError)
    log('warn', 'an offer stays open for the person to answer', { offer: id, code: granted.code });
  else if (payment) await settle(env, id, { now });
}
