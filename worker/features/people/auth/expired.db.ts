import { and, lt, sql } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes } from '../../../../drizzle/tables/people/auth-codes.ts';
import { authChallenges, authFactors } from '../../../../drizzle/tables/people/auth-factors.ts';
import { authNotices } from '../../../../drizzle/tables/people/auth-notices.ts';
import { authSessions } from '../../../../drizzle/tables/people/auth-sessions.ts';
import { authWeb3Messages } from '../../../../drizzle/tables/people/auth-web3-messages.ts';
import type { Db } from '../../../context.ts';
import { KEEPING_DAYS } from '../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../contract/time/durations.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { forgetMessages } from '../../../http/outbox/forget-messages.ts';

/**
 * Deletes expired rows of the auth service a day after they expire, and flows and unverified factors a day after their
 * creation. Also deletes old messages.
 */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - KEEPING_DAYS.expired * DAY);
  await db.batch([
    deleteSome(db, authOneTimeCodes, lt(authOneTimeCodes.expires_at, yesterday)),
    deleteSome(db, authFlowStates, lt(authFlowStates.created_at, yesterday)),
    deleteSome(db, authChallenges, lt(authChallenges.expires_at, yesterday)),
    // Repeats the condition of the partial index literally, or SQLite does not use the index.
    deleteSome(db, authFactors, and(sql`${authFactors.status} = 'unverified'`, lt(authFactors.created_at, yesterday))),
    deleteSome(db, authWeb3Messages, lt(authWeb3Messages.expires_at, yesterday)),
    deleteSome(db, authNotices, lt(authNotices.expires_at, yesterday)),
    deleteSome(db, authSessions, lt(authSessions.not_after, yesterday)),
    ...forgetMessages(db, now),
  ]);
}
