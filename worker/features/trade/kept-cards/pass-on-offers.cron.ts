import { openDb } from '../../../http/database/open-db.ts';
import { feesOf } from '../../../http/shared/configured-fees.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { lapseOffers } from '../offers/lapse-offers.db.ts';
import { makeOffers } from '../offers/make-offers.db.ts';
import { askMissing, tellOffered } from '../offers/tell-offered.ts';
import { waitsForCard } from './take-offers.db.ts';
import { takeOffers } from './take-offers.ts';

/**
 * Ends offers that have expired, and makes new ones. Then uses kept cards to take offers, and only after that tells
 * people about open offers. Safe to run in parallel.
 */
export async function passOnOffers(env: Env, now: Date): Promise<void> {
  const db = openDb(env);
  const lapsed = await lapseOffers(db, { now });
  const offered = await makeOffers(db, { fees: feesOf(env), now });
  const changed = new Map([...lapsed, ...offered].map((event) => [event.id, event]));
  await tellPagesOf(env, [...changed.values()]);
  const tried = await takeOffers(env, now);
  await tellOffered(env, { now, but: waitsForCard({ tried, fees: feesOf(env), now }) });
  await askMissing(env, now);
}
