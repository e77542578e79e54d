import { and, asc, between, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { outbox } from '../../../drizzle/tables/outbox.ts';
import * as schema from '../../../drizzle/tables/schema.ts';

const MINUTE_MS = 60_000;
/** A row the queue took has been tried by then. */
const OVERDUE_MS = 5 * MINUTE_MS;
/** Whoever waited for longer waits no more. */
const TOO_LATE_MS = 24 * 60 * MINUTE_MS;
/** As many as one call of the queue takes. */
const AT_ONCE = 100;

/**
 * Hands rows to the queue that it did not take when they were written: nobody has tried them yet. One handed over twice is still sent
 * once, unless the queue itself is minutes behind.
 */
export async function resendForgotten(env: Pick<Env, 'DB' | 'NOTIFY_QUEUE'>, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const forgotten = await drizzle(env.DB, { schema })
    .select({ outbox_id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), eq(outbox.attempts, 0), between(outbox.created_at, ago(TOO_LATE_MS), ago(OVERDUE_MS))))
    .orderBy(asc(outbox.created_at))
    .limit(AT_ONCE);
  if (forgotten.length > 0) await env.NOTIFY_QUEUE.sendBatch(forgotten.map((body) => ({ body })));
}
