import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes } from '../../../../drizzle/tables/people/auth-codes.ts';
import { authChallenges, authFactors } from '../../../../drizzle/tables/people/auth-factors.ts';
import { authNotices } from '../../../../drizzle/tables/people/auth-notices.ts';
import { authSessions } from '../../../../drizzle/tables/people/auth-sessions.ts';
import { authWeb3Messages } from '../../../../drizzle/tables/people/auth-web3-messages.ts';
import { mailContents } from '../../../../drizzle/tables/talk/mail-contents.ts';
import { outbox } from '../../../../drizzle/tables/talk/outbox.ts';
import type { Db } from '../../../context.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';

/**
 * Deletes codes, flows, challenges, wallet messages, notices and sessions a day after they expired, factors that were
 * never verified after a day, messages that were sent or are not needed after a week, and messages that could not be
 * sent after a month. One round trip.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const yesterday = ago(KEEPING_DAYS.expired);
  const settledBefore = ago(KEEPING_DAYS.sent_messages);
  const isUnused = sql`${mailContents.created_at} < ${settledBefore.getTime()}
    and not exists (select 1 from ${outbox} where ${outbox.content_id} = ${mailContents.id})`;
  await db.batch([
    deleteSome(db, authOneTimeCodes, lt(authOneTimeCodes.expires_at, yesterday)),
    deleteSome(db, authFlowStates, lt(authFlowStates.created_at, yesterday)),
    deleteSome(db, authChallenges, lt(authChallenges.expires_at, yesterday)),
    // The status is the condition of the index, which serves this query only if it is written out.
    deleteSome(db, authFactors, and(sql`${authFactors.status} = 'unverified'`, lt(authFactors.created_at, yesterday))),
    deleteSome(db, authWeb3Messages, lt(authWeb3Messages.expires_at, yesterday)),
    deleteSome(db, authNotices, lt(authNotices.expires_at, yesterday)),
    deleteSome(db, authSessions, lt(authSessions.not_after, yesterday)),
    deleteSome(db, outbox, and(inArray(outbox.status, ['sent', 'unneeded']), lt(outbox.created_at, settledBefore))),
    deleteSome(db, outbox, and(eq(outbox.status, 'dead'), lt(outbox.created_at, ago(KEEPING_DAYS.dead_messages)))),
    deleteSome(db, mailContents, isUnused),
  ]);
}
