import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { authFlowStates, authOneTimeCodes } from '../../../drizzle/tables/auth-codes.ts';
import { authChallenges } from '../../../drizzle/tables/auth-factors.ts';
import { authNotices } from '../../../drizzle/tables/auth-notices.ts';
import { authSessions } from '../../../drizzle/tables/auth-sessions.ts';
import { authWeb3Messages } from '../../../drizzle/tables/auth-web3-messages.ts';
import { mailContents } from '../../../drizzle/tables/mail-contents.ts';
import { outbox } from '../../../drizzle/tables/outbox.ts';
import type { Db } from '../../context.ts';
import { DAY_MS, KEEPING_DAYS } from '../../contract/keeping-times.ts';

/** How many rows of a table one run deletes at most. The next run, a minute later, deletes the next ones. */
const STEP = 1000;

/** Deletes codes, flows, challenges, wallet messages, notices and sessions a day after they expired, and sent messages after a week. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - KEEPING_DAYS.expired * DAY_MS);
  const isOldMessage = and(eq(outbox.status, 'sent'), lt(outbox.created_at, new Date(now.getTime() - KEEPING_DAYS.sent_messages * DAY_MS)));
  const isUnused = sql`${mailContents.created_at} < ${now.getTime() - KEEPING_DAYS.sent_messages * DAY_MS}
    and not exists (select 1 from ${outbox} where ${outbox.content_id} = ${mailContents.id})`;
  await db.batch([
    deleteSome(db, authOneTimeCodes, lt(authOneTimeCodes.expires_at, yesterday)),
    deleteSome(db, authFlowStates, lt(authFlowStates.created_at, yesterday)),
    deleteSome(db, authChallenges, lt(authChallenges.expires_at, yesterday)),
    deleteSome(db, authWeb3Messages, lt(authWeb3Messages.expires_at, yesterday)),
    deleteSome(db, authNotices, lt(authNotices.expires_at, yesterday)),
    deleteSome(db, authSessions, lt(authSessions.not_after, yesterday)),
    deleteSome(db, outbox, isOldMessage),
    deleteSome(db, mailContents, isUnused),
  ]);
}

function deleteSome(db: Db, table: SQLiteTable, condition: SQL | undefined) {
  const rows = db
    .select({ rowid: sql`rowid` })
    .from(table)
    .where(condition)
    .limit(STEP);
  return db.delete(table).where(inArray(sql`rowid`, rows));
}
