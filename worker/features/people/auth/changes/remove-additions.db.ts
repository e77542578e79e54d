import { and, eq, exists, gte, ne, or } from 'drizzle-orm';
import { authFactors } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { authIdentities, type AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { updateUser } from '../../accounts/update-user.db.ts';
import type { UserRecord } from '../base/users.db.ts';
import { FACTOR_WAIT_MS } from '../factors/factor-life.ts';
import { recoveryCodeDelete } from '../factors/recovery-codes.db.ts';
import { ownPasskeyDeletes } from '../passkeys/own-passkeys.db.ts';

/**
 * Statements that remove what was added to an account at `since` or later. At `since`, a mail told the account's owner
 * about a change. If the mail is about a new factor, that factor may have been enrolled up to `FACTOR_WAIT_MS` earlier.
 * So factors enrolled in those minutes are removed too. The email identity stays.
 */
export function additionDeletes(db: Db, { user_id, since }: { user_id: string; since: Date }): Statement[] {
  const hasNewPhone = and(eq(authUsers.id, user_id), gte(authUsers.phone_confirmed_at, since));
  // A new phone number takes over the identity of the old number, so that identity may be older than `since`.
  const isOfNewPhone = and(
    eq(authIdentities.provider, 'phone'),
    exists(db.select({ id: authUsers.id }).from(authUsers).where(hasNewPhone)),
  );
  const isNew = and(ne(authIdentities.provider, 'email'), gte(authIdentities.created_at, since));
  const enrolled = new Date(since.getTime() - FACTOR_WAIT_MS);
  return [
    db.delete(authIdentities).where(and(eq(authIdentities.user_id, user_id), or(isNew, isOfNewPhone))),
    updateUser(db, { fields: { phone: null, phone_confirmed_at: null }, where: hasNewPhone }),
    recoveryCodeDelete(db, user_id, since),
    ownPasskeyDeletes(db, user_id, since),
    db.delete(authFactors).where(and(eq(authFactors.user_id, user_id), gte(authFactors.created_at, enrolled))),
  ];
}

export function identitiesBefore({ user, identities }: UserRecord, since: Date): AuthIdentity[] {
  const hasNewPhone = user.phone_confirmed_at !== null && user.phone_confirmed_at >= since;
  return identities.filter(
    ({ provider, created_at }) =>
      provider === 'email' || (created_at < since && !(provider === 'phone' && hasNewPhone)),
  );
}
