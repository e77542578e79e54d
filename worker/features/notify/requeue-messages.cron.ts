import { openDb } from '../../http/open-db.ts';
import { claimForgotten } from './notify.db.ts';

/** Hands messages to the queue that it did not take when they were written, or that were postponed until now. */
export async function requeueMessages(env: Pick<Env, 'DB' | 'NOTIFY_QUEUE'>, now: Date): Promise<void> {
  const forgotten = await claimForgotten(openDb(env), { now });
  if (forgotten.length > 0) await env.NOTIFY_QUEUE.sendBatch(forgotten.map(({ id }) => ({ body: { outbox_id: id } })));
}
