import { HOUR, MINUTE } from '../../../contract/time/durations.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { cancelStrays } from './stray-authorizations.ts';
import { compare } from './compare.ts';
import { findNewest } from './reconcile.db.ts';

/** How long a comparison that found no difference is valid, in ms. */
const EQUAL_MS = HOUR;
/** How long a comparison that found a difference is valid, in ms. */
const DIFFERENT_MS = 10 * MINUTE;

/**
 * Compares the ledger with the provider's balance once the newest comparison is no longer valid. Does nothing before
 * the first payment. If the provider does not answer, the cron job tries again a minute later.
 */
export async function reconcile(env: Env, now: Date, given?: Provider): Promise<void> {
  const db = openDb(env);
  const { newest, hasPayments } = await findNewest(db);
  const since = new Date(now.getTime() - (newest && newest.difference_cents !== 0 ? DIFFERENT_MS : EQUAL_MS));
  if (!hasPayments || (newest && newest.at > since)) return;
  try {
    const provider = given ?? openProvider(env);
    await cancelStrays({ env, db, provider, now });
    await compare({ env, db, provider, now, unless_since: since });
  } catch (error) {
    log('warn', 'the ledger is compared later', { error: traceOf(error) });
  }
}
