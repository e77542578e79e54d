import { and, eq, lt } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes } from '../../../drizzle/tables/auth-codes.ts';
import { authChallenges } from '../../../drizzle/tables/auth-factors.ts';
import { authWeb3Messages } from '../../../drizzle/tables/auth-web3-messages.ts';
import { outbox } from '../../../drizzle/tables/outbox.ts';
import type { Db } from '../../context.ts';

const DAY_MS = 86_400_000;
/** How long a sent mail or text message is kept. */
const KEEP_SENT_MS = 7 * DAY_MS;

/** Deletes codes, flows, challenges and wallet messages a day after they expired, and sent messages after a week. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  const yesterday = new Date(now.getTime() - DAY_MS);
  await db.batch([
    db.delete(authOneTimeCodes).where(lt(authOneTimeCodes.expires_at, yesterday)),
    db.delete(authFlowStates).where(lt(authFlowStates.created_at, yesterday)),
    db.delete(authChallenges).where(lt(authChallenges.expires_at, yesterday)),
    db.delete(authWeb3Messages).where(lt(authWeb3Messages.expires_at, yesterday)),
    db.delete(outbox).where(and(eq(outbox.status, 'sent'), lt(outbox.created_at, new Date(now.getTime() - KEEP_SENT_MS)))),
  ]);
}
