import { openDb } from '../../../http/database/open-db.ts';
import { LANES } from '../../../http/outbox/lanes.rules.ts';
import { queueMessages } from '../../../http/outbox/outbox.ts';
import { claimDue } from './notify.db.ts';

/** Queues messages to many people, postponed messages, and messages that the queue has refused or lost. */
export async function requeueMessages(env: Pick<Env, 'DB' | 'NOTIFY_QUEUE' | 'NEWS_QUEUE'>, now: Date): Promise<void> {
  const due = Map.groupBy(await claimDue(openDb(env), { now }), ({ lane }) => lane);
  for (const lane of LANES)
    await queueMessages(
      env,
      lane,
      (due.get(lane) ?? []).map(({ id }) => id),
    );
}
