import { and, eq, lt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { authFlowStates, authOneTimeCodes } from '../../../drizzle/tables/auth-codes.ts';
import { authChallenges } from '../../../drizzle/tables/auth-factors.ts';
import { authWeb3Messages } from '../../../drizzle/tables/auth-web3-messages.ts';
import { outbox } from '../../../drizzle/tables/outbox.ts';
import * as schema from '../../../drizzle/tables/schema.ts';

const DAY_MS = 86_400_000;
/** A sent mail or SMS is kept for a week. */
const KEEP_SENT_MS = 7 * DAY_MS;

/** Deletes what nothing can use any more, a day after it ran out: codes, flows, challenges, wallet messages, and what was sent long ago. */
export async function forgetExpired(env: Pick<Env, 'DB'>, now: Date): Promise<void> {
  const db = drizzle(env.DB, { schema });
  const yesterday = new Date(now.getTime() - DAY_MS);
  await db.batch([
    db.delete(authOneTimeCodes).where(lt(authOneTimeCodes.expires_at, yesterday)),
    db.delete(authFlowStates).where(lt(authFlowStates.created_at, yesterday)),
    db.delete(authChallenges).where(lt(authChallenges.expires_at, yesterday)),
    db.delete(authWeb3Messages).where(lt(authWeb3Messages.expires_at, yesterday)),
    db.delete(outbox).where(and(eq(outbox.status, 'sent'), lt(outbox.created_at, new Date(now.getTime() - KEEP_SENT_MS)))),
  ]);
}
