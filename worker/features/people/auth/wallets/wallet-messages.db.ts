import { lt } from 'drizzle-orm';
import { authWeb3Messages, type AuthWeb3Message } from '../../../../../drizzle/tables/people/auth-web3-messages.ts';
import type { Db } from '../../../../context.ts';

/** Stores that a message was used. Returns false if it was used before. Also deletes expired messages. */
export async function spendMessage(db: Db, message: AuthWeb3Message): Promise<boolean> {
  const [, spent] = await db.batch([
    db.delete(authWeb3Messages).where(lt(authWeb3Messages.expires_at, message.created_at)),
    db.insert(authWeb3Messages).values(message).onConflictDoNothing().returning({ hash: authWeb3Messages.hash }),
  ]);
  return spent.length > 0;
}
