import { openDb } from '../../../http/database/open-db.ts';
import { tellPagesOf } from '../../../rooms/tell-pages.ts';
import { expireAll } from './expire-requests.db.ts';

/**
 * Returns the tickets of expired requests, ends the listings of events that are over, and updates their pages. It is
 * safe to run at any time.
 */
export async function expireTickets(env: Env, now: Date): Promise<void> {
  await tellPagesOf(env, await expireAll(openDb(env), { now }));
}
