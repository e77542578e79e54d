import { openDb } from '../../http/open-db.ts';
import { claimForgotten } from './notify.db.ts';

/** Sends messages to the queue that are missing there: either the queue refused them at first, or they were postponed until now. */
export async function requeueMessages(env: Pick<Env, 'DB' | 'NOTIFY_QUEUE'>, now: Date): Promise<void> {
  const forgotten = await claimForgotten(openDb(env), { now });
  if (forgotten.length > 0) await env.NOTIFY_QUEUE.sendBatch(forgotten.map(({ id }) => ({ body: { outbox_id: id } })));
}
