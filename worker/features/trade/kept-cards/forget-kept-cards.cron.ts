import { openDb } from '../../../http/database/open-db.ts';
import { log, traceOf } from '../../../http/log.ts';
import { openProvider, type Provider } from '../provider/provider.ts';
import { findSweepable, noteLook } from './kept-cards.db.ts';
import { settleKeptCard } from './settle-kept-card.ts';

/** The largest number of cards that one run settles. Each card costs a few calls to the provider. */
const AT_ONCE = 20;

/** Ends kept cards that can no longer pay. Also records a new card if the provider's event about it got lost. */
export async function forgetKeptCards(env: Env, now: Date, provider?: Provider): Promise<void> {
  const db = openDb(env);
  const due = await findSweepable(db, { now, limit: AT_ONCE });
  if (due.length === 0) return;
  const opened = provider ?? openProvider(env);
  for (const id of due) {
    await noteLook(db, { id, now });
    await settleKeptCard(env, id, { now, provider: opened }).catch((error: unknown) =>
      log('warn', 'a kept card waits', { card: id, error: traceOf(error) }),
    );
  }
}
