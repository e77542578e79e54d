import { type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { type NewOutboxRow, outbox } from '../../../drizzle/tables/talk/outbox.ts';
import type { OutboxPurpose } from '../../../drizzle/vocabulary.ts';
import type { Db, Variables } from '../../context.ts';
import { insertFrom } from '../database/insert-from.ts';
import { log } from '../log.ts';
import { type OutboxMessage, sealMessage } from './sealed-message.ts';

/** A message of the outbox that is to be sent. Everything else is in the row. */
interface SendJob {
  outbox_id: string;
}

/** A notification that one browser's push service did not take at first. */
export interface PushJob {
  push: { notification_id: string; subscription_id: string };
}

/**
 * The body of a queue message: a message to send, the time at which decisions can no longer be undone and people are
 * told, that there are notifications to push, or a push message to try again.
 */
export type NotifyJob = SendJob | { tells: true } | { pushes: true } | PushJob;

type NotifyContext = Context<{ Bindings: Env; Variables: Variables }>;

/**
 * The row of a message, as a statement of the batch that causes it. Call `dispatch` with its id once the batch is
 * written.
 */
export async function outboxInsert(
  c: { env: Env; get: (key: 'db' | 'now') => unknown },
  message: OutboxMessage,
  about: Pick<NewOutboxRow, 'purpose' | 'expires_at'> = {},
) {
  const { channel, recipient, ...content } = message;
  const id = crypto.randomUUID();
  const sealed = await sealMessage(c.env.AUTH_PEPPER, content);
  const statement = (c.get('db') as Db)
    .insert(outbox)
    .values({ id, channel, recipient, sealed, ...about, created_at: c.get('now') as Date });
  return { id, statement };
}

/**
 * The same for a mail whose recipient is known only inside the transaction. `to` is a query of one `email`, or of no
 * row if no mail is due. The id may be given to the queue even if no row was written.
 */
export async function outboxInsertTo(
  c: { env: Env; get: (key: 'db' | 'now') => unknown },
  {
    to,
    purpose = 'product',
    ...content
  }: { to: SQL; purpose?: OutboxPurpose; subject: string; text: string; html: string },
) {
  const id = crypto.randomUUID();
  const sealed = await sealMessage(c.env.AUTH_PEPPER, content);
  const statement = insertFrom(c.get('db') as Db, outbox, {
    row: { id, channel: 'email', recipient: sql`reader.email`, purpose, sealed, created_at: c.get('now') as Date },
    from: sql`from (${to}) reader where reader.email is not null`,
  });
  return { id, statement };
}

/** The most messages that the queue takes in one call. */
const QUEUE_BATCH = 100;

/** The same for many rows. */
export function dispatchMany(c: Pick<NotifyContext, 'env' | 'executionCtx'>, ids: readonly string[]): void {
  const batches = Array.from({ length: Math.ceil(ids.length / QUEUE_BATCH) }, (_, at) =>
    ids.slice(at * QUEUE_BATCH, (at + 1) * QUEUE_BATCH),
  );
  c.executionCtx.waitUntil(
    Promise.all(
      batches.map((batch) => c.env.NOTIFY_QUEUE.sendBatch(batch.map((outbox_id) => ({ body: { outbox_id } })))),
    ),
  );
}

/**
 * Sends written rows to the queue, after the answer. If the queue fails, the row stays `pending` and is queued again
 * later.
 */
export function dispatch(c: Pick<NotifyContext, 'env' | 'executionCtx'>, ids: readonly string[]): void {
  c.executionCtx.waitUntil(Promise.all(ids.map((outbox_id) => c.env.NOTIFY_QUEUE.send({ outbox_id }))));
}

/**
 * Tells people after `delay` ms of what has been decided by then, also if this browser is closed. If the queue fails,
 * the cron does it.
 */
export function wakeAfter(c: Pick<NotifyContext, 'env' | 'executionCtx'>, delay: number): void {
  const delaySeconds = Math.ceil(delay / 1000) + 1;
  c.executionCtx.waitUntil(
    c.env.NOTIFY_QUEUE.send({ tells: true }, { delaySeconds }).catch((error: unknown) =>
      log('warn', 'nobody is woken', { reason: String(error) }),
    ),
  );
}
