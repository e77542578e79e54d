import { and, eq, sql } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes } from '../../../../drizzle/tables/auth-codes.ts';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { Db } from '../../../context.ts';

/**
 * Deletes an identity, changes the user as `change` says, and ends the user's codes and flows. False if it was the last identity: the count
 * is a condition of the delete itself, so that two requests at once cannot remove both.
 */
export async function deleteIdentity(
  db: Db,
  { id, user_id, change }: { id: string; user_id: string; change: Partial<AuthUser> },
): Promise<boolean> {
  const isNotLast = sql`(select count(*) from ${authIdentities} where user_id = ${user_id}) > 1`;
  const isDeleted = sql`not exists (select 1 from ${authIdentities} where id = ${id})`;
  const profile = db.update(profiles).set({ email: change.email ?? null });
  const [deleted] = await db.batch([
    db
      .delete(authIdentities)
      .where(and(eq(authIdentities.id, id), eq(authIdentities.user_id, user_id), isNotLast))
      .returning({ id: authIdentities.id }),
    db
      .update(authUsers)
      .set(change)
      .where(and(eq(authUsers.id, user_id), isDeleted)),
    db.delete(authOneTimeCodes).where(and(eq(authOneTimeCodes.user_id, user_id), isDeleted)),
    db.delete(authFlowStates).where(and(eq(authFlowStates.user_id, user_id), isDeleted)),
    ...('email' in change ? [profile.where(and(eq(profiles.id, user_id), isDeleted))] : []),
  ]);
  return deleted.length > 0;
}
