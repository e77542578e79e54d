import { openDb } from '../../../http/database/open-db.ts';
import { claimForgotten } from './notify.db.ts';

/** The number of messages that one call of the queue takes, and the most calls of one run. */
const AT_ONCE = 100;
const MOST_ROUNDS = 50;

/**
 * Sends messages to the queue that are missing there: either the queue refused them at first, or they were postponed
 * until now.
 */
export async function requeueMessages(env: Pick<Env, 'DB' | 'NOTIFY_QUEUE'>, now: Date): Promise<void> {
  const db = openDb(env);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const forgotten = await claimForgotten(db, { now, limit: AT_ONCE });
    if (forgotten.length > 0)
      await env.NOTIFY_QUEUE.sendBatch(forgotten.map(({ id }) => ({ body: { outbox_id: id } })));
    if (forgotten.length < AT_ONCE) return;
  }
}
