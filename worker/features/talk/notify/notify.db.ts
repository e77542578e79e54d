import { and, asc, between, eq, getTableColumns, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { mailContents } from '../../../../drizzle/tables/talk/mail-contents.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { notifications } from '../../../../drizzle/tables/talk/notifications.ts';
import { outbox, type OutboxRow } from '../../../../drizzle/tables/talk/outbox.ts';
import type { NoticeChannel } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { DAY, MINUTE } from '../../../contract/time/durations.ts';
import type { NoticeOfMail } from './mail-turn.rules.ts';

/** After this time the queue has tried every row that it accepted. */
const OVERDUE_MS = 5 * MINUTE;
/** A message that waited longer than this without an attempt is no longer worth sending. */
const TOO_LATE_MS = DAY;
const MAX_REASON = 300;

const overdue = (due: Date) => new Date(due.getTime() + OVERDUE_MS);

const pendingRow = (id: string) => and(eq(outbox.id, id), eq(outbox.status, 'pending'));

/** A message with its encrypted content, and the notification about the same news if there is one. */
export type FoundMessage = OutboxRow & { sealed: string; notice: NoticeOfMail | undefined };

export async function findMessage(db: Db, { id, now }: { id: string; now: Date }): Promise<FoundMessage | undefined> {
  const shared = sql<string>`(select ${mailContents.sealed} from ${mailContents}
    where ${mailContents.id} = ${outbox.content_id})`;
  const [[row], [notice]] = await db.batch([
    db
      .select({ ...getTableColumns(outbox), sealed: sql<string>`coalesce(${outbox.sealed}, ${shared})`.as('whole') })
      .from(outbox)
      .where(eq(outbox.id, id)),
    noticeOf(db, { outbox_id: id, now }),
  ]);
  return row && { ...row, notice };
}

const optedOut = (channel: NoticeChannel) =>
  sql`exists (select 1 from notice_opt_outs o where o.user_id = ${notifications.user_id}
    and o.kind = ${notifications.kind} and o.channel = ${channel})`;

/** While the switch `push` is off, no mail waits for a notification. */
function noticeOf(db: Db, { outbox_id, now }: { outbox_id: string; now: Date }) {
  const isPushed = sql`exists (select 1 from push_subscriptions b where b.user_id = ${notifications.user_id})
    and not ${optedOut('push')}`;
  const isOpen = sql`exists (select 1 from notice_settings s where s.user_id = ${notifications.user_id}
    and s.live_until > ${now.getTime()})`;
  return db
    .select({
      created_at: notifications.created_at,
      seen_at: notifications.seen_at,
      expires_at: notifications.expires_at,
      reaches: sql<boolean>`(${isPushed}) or ${isOpen}`.mapWith(Boolean).as('reaches'),
      is_unwanted: sql<boolean>`${optedOut('email')}`.mapWith(Boolean).as('is_unwanted'),
    })
    .from(notifications)
    .where(and(eq(notifications.outbox_id, outbox_id), isLaunched('push')));
}

/**
 * Claims a message for one attempt. False if another delivery of the same queue message has claimed it since the row
 * was read, so that it is not sent twice. If this run dies, the queue delivers its message again, and if the queue has
 * lost it, the cron queues it again after some minutes.
 */
export async function claimAttempt(
  db: Db,
  { id, attempts, now }: { id: string; attempts: number; now: Date },
): Promise<boolean> {
  const claimed = await db
    .update(outbox)
    .set({ attempts: attempts + 1, retry_at: overdue(now) })
    .where(and(pendingRow(id), eq(outbox.attempts, attempts)))
    .returning({ id: outbox.id });
  return claimed.length > 0;
}

export async function markSent(
  db: Db,
  { id, provider_id, now }: { id: string; provider_id: string | null; now: Date },
): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'sent', sent_at: now, provider_id, last_error: null, retry_at: null })
    .where(pendingRow(id));
}

/**
 * Keeps the reason of a failed attempt. The queue itself retries at `next`. If it has lost the message, the cron queues
 * it again later.
 */
export async function markFailed(
  db: Db,
  { id, reason, next }: { id: string; reason: string; next: Date },
): Promise<void> {
  await db
    .update(outbox)
    .set({ last_error: reason.slice(0, MAX_REASON), retry_at: overdue(next) })
    .where(pendingRow(id));
}

/** Gives up on a message. If `reason` is null, the reason of its last failure is kept. */
export async function markDead(db: Db, { id, reason }: { id: string; reason: string | null }): Promise<void> {
  await db
    .update(outbox)
    .set({ status: 'dead', retry_at: null, ...(reason === null ? {} : { last_error: reason }) })
    .where(pendingRow(id));
}

/** Ends a message that nobody needs any more. */
export async function markUnneeded(db: Db, { id }: { id: string }): Promise<void> {
  await db.update(outbox).set({ status: 'unneeded', last_error: null, retry_at: null }).where(pendingRow(id));
}

/** Keeps a message pending until an instant. With `attempts`, a claimed attempt does not count. */
export async function postpone(
  db: Db,
  { id, attempts, until, reason }: { id: string; attempts?: number; until: Date; reason: string | null },
): Promise<void> {
  await db
    .update(outbox)
    .set({ attempts, retry_at: until, last_error: reason?.slice(0, MAX_REASON) ?? null })
    .where(pendingRow(id));
}

/**
 * Claims pending messages that are missing from the queue: those that it refused at first, those that it lost after an
 * attempt, and those that were postponed until now. Returns the ids of at most `limit` messages, oldest first. A
 * claimed message can be claimed again if it is not tried within some minutes.
 */
export async function claimForgotten(db: Db, { now, limit }: { now: Date; limit: number }): Promise<{ id: string }[]> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const neverTried = and(
    isNull(outbox.retry_at),
    eq(outbox.attempts, 0),
    between(outbox.created_at, ago(TOO_LATE_MS), ago(OVERDUE_MS)),
  );
  const forgotten = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.status, 'pending'), or(neverTried, lte(outbox.retry_at, now))))
    .orderBy(asc(outbox.created_at))
    .limit(limit);
  return db
    .update(outbox)
    .set({ retry_at: overdue(now) })
    .where(inArray(outbox.id, forgotten))
    .returning({ id: outbox.id });
}
