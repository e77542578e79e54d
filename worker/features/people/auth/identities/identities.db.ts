import { and, eq, inArray, sql } from 'drizzle-orm';
import { authFlowStates, authOneTimeCodes } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { authIdentities } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { authUsers, type AuthUser, type UserFields } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Accounts, Db } from '../../../../context.ts';
import type { Write } from '../../../../http/database/batch.ts';
import { updateUser } from '../../accounts/update-user.db.ts';

/** `address` is set if the user's address came from the identity. */
export interface IdentityLoss {
  fields: UserFields;
  address?: Pick<AuthUser, 'email' | 'email_confirmed_at'>;
}

/**
 * Returns the writes that delete an identity, unless it is the user's last one. In that case the first write returns no
 * row. The first write itself counts the identities, so two simultaneous requests cannot delete the last two.
 */
export function identityDeletes(
  db: Db,
  {
    accounts,
    id,
    user_id,
    loss,
    now,
  }: { accounts: Accounts; id: string; user_id: string; loss: IdentityLoss; now: Date },
): Write[] {
  const isNotLast = sql`(select count(*) from ${authIdentities} where user_id = ${user_id}) > 1`;
  const isDeleted = sql`not exists (select 1 from ${authIdentities} where id = ${id})`;
  const { address, fields } = loss;
  return [
    db
      .delete(authIdentities)
      .where(and(eq(authIdentities.id, id), eq(authIdentities.user_id, user_id), isNotLast))
      .returning({ id: authIdentities.id }),
    address
      ? accounts.changeAddress(db, { id: user_id, ...address, fields, only: isDeleted, now })
      : updateUser(db, { fields: { ...fields, updated_at: now }, where: and(eq(authUsers.id, user_id), isDeleted) }),
    db.delete(authOneTimeCodes).where(and(eq(authOneTimeCodes.user_id, user_id), isDeleted)),
    db.delete(authFlowStates).where(and(eq(authFlowStates.user_id, user_id), isDeleted)),
  ];
}

export function identityRemovals(db: Db, { user_id, ids }: { user_id: string; ids: string[] }) {
  return db.delete(authIdentities).where(and(eq(authIdentities.user_id, user_id), inArray(authIdentities.id, ids)));
}
