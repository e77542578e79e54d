import { and, asc, count, eq, min, sql } from 'drizzle-orm';
import { chatReports } from '../../../../drizzle/tables/talk/chat-reports.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { ReportReason } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import { type ChatMessage, type ReportMessage, REPORTS_A_DAY } from '../../../contract/talk/chat.ts';
import type { PageCursor } from '../../../contract/paging.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';

interface NewReport {
  message: ChatMessage;
  reporter_id: string;
  report: ReportMessage;
  now: Date;
}

/**
 * Stores a report. Returns `repeat` if the person has already reported the message. Otherwise returns `limit` if the
 * person has made 20 reports in the last 24 hours.
 */
export async function insertReport(
  db: Db,
  { message, reporter_id, report, now }: NewReport,
): Promise<'created' | 'repeat' | 'limit'> {
  const insert = insertFrom(db, chatReports, {
    row: {
      event_id: message.event_id,
      message_id: message.id,
      seq: message.seq,
      author_id: message.user_id,
      body: message.body,
      reporter_id,
      ...report,
      created_at: now,
    },
    from: sql`where (select count(*) from chat_reports as mine
      where mine.reporter_id = ${reporter_id} and mine.created_at > ${now.getTime() - DAY}) < ${REPORTS_A_DAY}`,
  })
    .onConflictDoNothing()
    .returning();
  const own = and(eq(chatReports.message_id, message.id), eq(chatReports.reporter_id, reporter_id));
  const [written, stored] = await db.batch([insert, db.select({ id: chatReports.id }).from(chatReports).where(own)]);
  if (stored.length === 0) return 'limit';
  return written.length > 0 ? 'created' : 'repeat';
}

const isOpen = eq(chatReports.status, 'open');
const reportedAt = min(chatReports.created_at).mapWith(chatReports.created_at);

/** Finds messages with open reports. The message that was reported first comes first. */
export async function findReported(db: Db, { after, limit }: { after: PageCursor | undefined; limit: number }) {
  const rows = await db
    .select({
      message_id: chatReports.message_id,
      event: { slug: events.slug, title: events.title },
      seq: chatReports.seq,
      author_id: chatReports.author_id,
      author_name: profiles.display_name,
      body: chatReports.body,
      reported_at: sql<Date>`${reportedAt}`.mapWith(chatReports.created_at).as('reported_at'),
      reports: sql<string>`json_group_array(json_object('reason', ${chatReports.reason}, 'note',
        ${chatReports.note}))`.as('reports'),
    })
    .from(chatReports)
    .innerJoin(events, eq(events.id, chatReports.event_id))
    .leftJoin(profiles, eq(profiles.id, chatReports.author_id))
    .where(isOpen)
    .groupBy(chatReports.message_id)
    .having(after ? sql`(${reportedAt}, ${chatReports.message_id}) > (${after.at.getTime()}, ${after.id})` : undefined)
    .orderBy(asc(reportedAt), asc(chatReports.message_id))
    .limit(limit);
  return rows.map(({ reports, ...row }) =>
    Object.assign(row, { reports: JSON.parse(reports) as { reason: ReportReason; note: string | null }[] }),
  );
}

/** Finds a reported message with the number of its open reports. Throws `request.not_found`. */
export async function findReport(db: Db, { message_id }: { message_id: string }) {
  const [found] = await db
    .select({
      message_id: chatReports.message_id,
      event_id: chatReports.event_id,
      event: events.slug,
      seq: chatReports.seq,
      author_id: chatReports.author_id,
      open: count(sql`case when ${isOpen} then 1 end`),
    })
    .from(chatReports)
    .innerJoin(events, eq(events.id, chatReports.event_id))
    .where(eq(chatReports.message_id, message_id))
    .groupBy(chatReports.message_id);
  if (!found) throw notFound();
  return found;
}

export function closeReports(
  db: Db,
  decision: { message_id: string; status: 'removed' | 'kept'; by: string; now: Date },
) {
  const { message_id, status, by, now } = decision;
  return db
    .update(chatReports)
    .set({ status, decided_by: by, decided_at: now })
    .where(and(eq(chatReports.message_id, message_id), isOpen));
}

/** Closes the open reports of a message. Returns false if another admin has already closed them. */
export async function decideReports(
  db: Db,
  {
    report,
    status,
    stamp,
  }: { report: Awaited<ReturnType<typeof findReport>>; status: 'removed' | 'kept'; stamp: AuditStamp },
): Promise<boolean> {
  const { message_id, ...before } = report;
  const run = closeReports(db, { message_id, status, by: stamp.actor_id, now: stamp.at });
  const change = {
    action: 'chat.decide_reports',
    target_type: 'message',
    target_id: message_id,
    before,
    after: { status },
  };
  return tryAudited(db, { stamp, changes: [{ run, ...change }] });
}
