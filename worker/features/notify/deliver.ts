import { and, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { outbox } from '../../../drizzle/tables/outbox.ts';
import * as schema from '../../../drizzle/tables/schema.ts';
import type { Db } from '../../context.ts';
import { log } from '../../http/log.ts';
import type { NotifyJob } from '../../http/outbox.ts';
import { readSealedMessage } from '../../http/sealed-message.ts';
import { senderOf } from './senders.ts';

/** The queue of what could not go; its messages only mark their rows. */
const DEAD_QUEUE = 'vouch-notify-dead';
const FIRST_RETRY_S = 15;
const LAST_RETRY_S = 3600;

/** Sends a batch of outbox rows. Each message is acknowledged or retried by itself, later every time. */
export async function deliverBatch(batch: MessageBatch<NotifyJob>, env: Env): Promise<void> {
  const db = drizzle(env.DB, { schema });
  for (const message of batch.messages) {
    if (batch.queue === DEAD_QUEUE) await bury(db, message.body.outbox_id);
    else await deliver(db, { env, message });
  }
}

/** Sends one row unless it has gone already. */
async function deliver(db: Db, { env, message }: { env: Env; message: Message<NotifyJob> }): Promise<void> {
  const id = message.body.outbox_id;
  try {
    const [row] = await db.select().from(outbox).where(eq(outbox.id, id));
    if (row?.status === 'pending') {
      const providerId = await senderOf(env, row.channel)(env, await readSealedMessage(env.AUTH_PEPPER, row));
      await db
        .update(outbox)
        .set({ status: 'sent', sent_at: new Date(), provider_id: providerId, attempts: row.attempts + 1, last_error: null })
        .where(eq(outbox.id, id));
    }
    message.ack();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log('warn', 'message not sent', { outbox_id: id, attempt: message.attempts, reason });
    await db
      .update(outbox)
      .set({ attempts: sql`attempts + 1`, last_error: reason.slice(0, 300) })
      .where(eq(outbox.id, id));
    message.retry({ delaySeconds: Math.min(LAST_RETRY_S, FIRST_RETRY_S * 2 ** (message.attempts - 1)) });
  }
}

async function bury(db: Db, id: string): Promise<void> {
  log('error', 'message given up', { outbox_id: id });
  await db
    .update(outbox)
    .set({ status: 'dead' })
    .where(and(eq(outbox.id, id), eq(outbox.status, 'pending')));
}
