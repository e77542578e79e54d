import { openDb } from '../../http/open-db.ts';
import { tellPagesOf } from '../../rooms/tell-pages.ts';
import { expireAll } from './expire.db.ts';

/** Gives back the tickets of requests that have run out, ends the listings of past nights, and tells the pages. Runs as often as it likes. */
export async function endWhatRanOut(env: Env, now: Date): Promise<void> {
  const changed = await expireAll(openDb(env), { now });
  await tellPagesOf(env, changed);
}
