import { and, asc, between, eq, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { mailContents } from '../../../drizzle/tables/mail-contents.ts';
import { outbox, type OutboxRow } from '../../../drizzle/tables/outbox.ts';
import type { Db } from '../../context.ts';

const MINUTE_MS = 60_000;
/** After this time the queue has tried every row that it accepted. */
const OVERDUE_MS = 5 * MINUTE_MS;
/** A message that waited longer than this without an attempt is no longer worth sending. */
const TOO_LATE_MS = 24 * 60 * MINUTE_MS;
const MAX_REASON = 300;

const pendingRow = (id: string) => and(eq(outbox.id, id), eq(outbox.status, 'pending'));

/** A message with its encrypted content. */
export type FoundMessage = OutboxRow & { sealed: string };

export async function findMessage(db: Db, { id }: { id: string }): Promise<FoundMessage | undefined> {
  const shared = sql<string>`(select ${mailContents.sealed} from ${mailContents} where ${mailContents.id} = ${outbox.content_id})`;
  const [row] = await db
    .select({ ...getTableColumns(outbox), sealed: sql<string>`coalesce(${outbox.sealed}, ${shared})` })
    .from(outbox)
    .where(eq(outbox.id, id));
  return row;
}

export async function markSent(db: Db, { id, provider_id, now }: { id: string; provider_id: string | null; now: Date }): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'sent', sent_at: now, provider_id, attempts: sql`attempts + 1`, last_error: null, retry_at: null })
    .where(pendingRow(id));
}

/** Counts a failed attempt. The queue itself retries. */
export async function markFailed(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  await db
    .update(outbox)
    .set({ attempts: sql`attempts + 1`, last_error: reason.slice(0, MAX_REASON), retry_at: null })
    .where(pendingRow(id));
}

/** Gives up on a message. If `reason` is null, the reason of its last failure is kept. */
export async function markDead(db: Db, { id, reason }: { id: string; reason: string | null }): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'dead', ...(reason === null ? {} : { last_error: reason }) })
    .where(pendingRow(id));
}

/** Keeps a message pending until an instant. It does not count as an attempt. */
export async function postpone(db: Db, { id, until, reason }: { id: string; until: Date; reason: string }): Promise<void> {
  await db
    .update(outbox)
    .set({ retry_at: until, last_error: reason.slice(0, MAX_REASON) })
    .where(pendingRow(id));
}

/**
 * Claims pending messages that are missing from the queue: those that it refused at first, and those that were postponed until now. Returns
 * the ids of at most `limit` messages, oldest first. A claimed message can be claimed again if it is not tried within some minutes.
 */
export async function claimForgotten(db: Db, { now, limit }: { now: Date; limit: number }): Promise<{ id: string }[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const neverTried = and(isNull(outbox.retry_at), eq(outbox.attempts, 0), between(outbox.created_at, ago(TOO_LATE_MS), ago(OVERDUE_MS)));
  const forgotten = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), or(neverTried, lte(outbox.retry_at, now))))
    .orderBy(asc(outbox.created_at))
    .limit(limit);
  return db
    .update(outbox)
    .set({ retry_at: new Date(now.getTime() + OVERDUE_MS) })
    .where(inArray(outbox.id, forgotten))
    .returning({ id: outbox.id });
}
