import { type SQL, sql } from 'drizzle-orm';
import { hasBadge } from '../../../drizzle/tables/people/badge.ts';
import type { Fees } from '../../contract/trade/fees.ts';
import { holdEndOf, PAY_WINDOW_MS } from '../../contract/trade/ticket-expiry.ts';
import { IN_SQL } from '../database/arithmetic.ts';
import { isPaidHere } from './ticket-price.ts';

/** SQL value: when a new ticket request ends, in UTC ms. If the buyer pays on Vouch, it ends with the pay window. */
export function requestEnd({
  ask,
  quantity,
  fees,
  buyer_id,
  start_at,
  now,
}: {
  ask: SQL;
  quantity: number | SQL;
  fees: Fees;
  buyer_id: string;
  start_at: SQL;
  now: Date;
}): SQL {
  const usual = holdEndOf(IN_SQL, { now: sql`${now.getTime()}`, start_at, is_verified: hasBadge(buyer_id, now) });
  return sql`iif(${isPaidHere(ask, { quantity, fees })}, ${now.getTime() + PAY_WINDOW_MS}, ${usual})`;
}
