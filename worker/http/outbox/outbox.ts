import { type SQL, sql } from 'drizzle-orm';
import type { Context } from 'hono';
import { mailContents } from '../../../drizzle/tables/talk/mail-contents.ts';
import { type NewOutboxRow, outbox } from '../../../drizzle/tables/talk/outbox.ts';
import type { OutboxPurpose } from '../../../drizzle/vocabulary.ts';
import type { Db, Variables } from '../../context.ts';
import { insertFrom } from '../database/insert-from.ts';
import { requestId } from '../answers/current-request.ts';
import { log } from '../log.ts';
import type { Lane } from './lanes.rules.ts';
import { type OutboxMessage, sealMessage } from './sealed-message.ts';

/** `request_id`: the HTTP request that caused the job. The job's log lines show this id. */
interface Caused {
  request_id?: string | undefined;
}

/** A notification to send again, because a browser's push service did not accept it at first. */
export interface PushJob {
  push: { notification_id: string; subscription_id: string };
}

/** `tells`: decisions are now final and people can be notified. `pushes`: there are notifications to push. */
export type NotifyJob = ({ outbox_id: string } & Caused) | ({ tells: true } & Caused) | { pushes: true } | PushJob;

/** Each environment has its own dead-letter queue, such as `vouch-notify-dead-staging`. */
export const isDeadQueue = (queue: string) => /-dead(-|$)/.test(queue);

type NotifyContext = Context<{ Bindings: Env; Variables: Variables }>;

/**
 * Returns a statement that inserts a message. Run it in one batch with the change that the message is about. After the
 * batch, pass the id to `dispatch`.
 */
export async function outboxInsert(
  c: { env: Env; get: (key: 'db' | 'now') => unknown },
  message: OutboxMessage,
  { id = crypto.randomUUID(), ...about }: Partial<Pick<NewOutboxRow, 'id' | 'purpose' | 'expires_at'>> = {},
) {
  const { channel, recipient, ...content } = message;
  const sealed = await sealMessage(c.env.AUTH_PEPPER, content);
  const statement = (c.get('db') as Db)
    .insert(outbox)
    .values({ id, channel, recipient, sealed, ...about, created_at: c.get('now') as Date });
  return { id, statement };
}

/**
 * Like `outboxInsert`, but the query `to` finds the recipient during the batch. The query returns one row with
 * `email`, or no row. Without a recipient nothing is inserted, and it does no harm to pass the id to `dispatch`.
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
  const statement = mailsInsert(c.get('db') as Db, {
    mail: { id, recipient: sql`reader.email`, purpose, sealed, created_at: c.get('now') as Date },
    from: sql`from (${to}) reader where reader.email is not null`,
  });
  return { id, statement };
}

/** Each value is a literal, or an SQL expression over the rows of `from`. */
type MailRow = Omit<Parameters<typeof insertFrom<typeof outbox>>[2]['row'], 'channel'>;

/** `from` is a query without its select list. A row whose id exists already is not inserted again. */
export const mailsInsert = (db: Db, { mail, from }: { mail: MailRow; from: SQL }) =>
  insertFrom(db, outbox, { row: { ...mail, channel: 'email' }, from }).onConflictDoNothing();

/** Inserts the encrypted content of a mail to many people. Run it before `mailsInsert`. */
export const contentInsert = (
  db: Db,
  { only, ...content }: { id: string; sealed: string; created_at: Date; only: SQL },
) => insertFrom(db, mailContents, { row: content, from: sql`where ${only}` });

const QUEUE_BATCH = 100;

/** Messages to many people have a queue of their own, so that codes and mails about trades do not wait behind them. */
export async function queueMessages(
  env: Pick<Env, 'NOTIFY_QUEUE' | 'NEWS_QUEUE'>,
  lane: Lane,
  ids: readonly string[],
): Promise<void> {
  const queue = lane === 'codes' || lane === 'trade' ? env.NOTIFY_QUEUE : env.NEWS_QUEUE;
  const request_id = requestId();
  for (let at = 0; at < ids.length; at += QUEUE_BATCH)
    await queue.sendBatch(ids.slice(at, at + QUEUE_BATCH).map((outbox_id) => ({ body: { outbox_id, request_id } })));
}

/** Queues messages after the response. If the queue fails, their rows stay `pending` and are queued again later. */
export function dispatch(c: Pick<NotifyContext, 'env' | 'executionCtx'>, ids: readonly string[]): void {
  const request_id = requestId();
  c.executionCtx.waitUntil(Promise.all(ids.map((outbox_id) => c.env.NOTIFY_QUEUE.send({ outbox_id, request_id }))));
}

/** After `delay` ms, tells people about decisions that are final by then. If the queue fails, the cron job does it. */
export function wakeAfter(c: Pick<NotifyContext, 'env' | 'executionCtx'>, delay: number): void {
  const delaySeconds = Math.ceil(delay / 1000) + 1;
  c.executionCtx.waitUntil(
    c.env.NOTIFY_QUEUE.send({ tells: true, request_id: requestId() }, { delaySeconds }).catch((error: unknown) =>
      log('warn', 'delayed news waits for the cron', { reason: String(error) }),
    ),
  );
}
