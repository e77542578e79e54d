import type { Context } from 'hono';
import { outbox } from '../../drizzle/tables/outbox.ts';
import type { Db, Variables } from '../context.ts';
import { seal, unseal } from './seal.ts';

/** A mail in both forms, or an SMS. */
export type OutboxMessage =
  | { channel: 'email'; recipient: string; subject: string; text: string; html: string }
  | { channel: 'sms'; recipient: string; text: string };

/** What the queue carries: the row says everything else. */
export interface NotifyJob {
  outbox_id: string;
}

const PURPOSE = 'outbox';

type NotifyContext = Context<{ Bindings: Env; Variables: Variables }>;

/** The row of a message, as a statement of the batch that causes it. Call `dispatch` with its id once the batch is written. */
export async function outboxInsert(c: { env: Env; get: (key: 'db' | 'now') => unknown }, message: OutboxMessage) {
  const { channel, recipient, ...content } = message;
  const id = crypto.randomUUID();
  const sealed = await seal(c.env.AUTH_PEPPER, { purpose: PURPOSE, text: JSON.stringify(content) });
  const statement = (c.get('db') as Db).insert(outbox).values({ id, channel, recipient, sealed, created_at: c.get('now') as Date });
  return { id, statement };
}

/** Hands written rows to the queue, after the answer. A row the queue did not take stays `pending` and is handed over again. */
export function dispatch(c: Pick<NotifyContext, 'env' | 'executionCtx'>, ids: readonly string[]): void {
  c.executionCtx.waitUntil(Promise.all(ids.map((outbox_id) => c.env.NOTIFY_QUEUE.send({ outbox_id }))));
}

/** The content of a row. */
export async function readOutbox(
  pepper: string,
  row: { channel: 'email' | 'sms'; recipient: string; sealed: string },
): Promise<OutboxMessage> {
  const content = JSON.parse(await unseal(pepper, { purpose: PURPOSE, sealed: row.sealed })) as object;
  return { channel: row.channel, recipient: row.recipient, ...content } as OutboxMessage;
}
