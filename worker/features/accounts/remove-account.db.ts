import { eq, sql } from 'drizzle-orm';
import { authUsers } from '../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../drizzle/tables/profiles.ts';
import type { AccountWrite, Db, Removal } from '../../context.ts';
import { forgetMarks } from './forget-marks.db.ts';
import { endTrade } from './withdraw-listings-of-account.db.ts';

/**
 * Deletes an account; with `keep` its row stays, marked as deleted and with these fields. Its listings are withdrawn, its pending
 * requests end on both sides, what is kept for the person is deleted, and its profile keeps nothing but the id, which tickets and messages name.
 */
export function removeAccount(db: Db, { id, keep, now }: Removal): AccountWrite {
  const isIt = eq(authUsers.id, id);
  const noBadge = { is_student_verified: false, badge_at: null, badge_until: null };
  const empty = { role: 'user', display_name: null, school: null, email: null, ...noBadge, shows_mutuals: false } as const;
  return {
    change: keep
      ? db
          .update(authUsers)
          .set({ ...keep, deleted_at: now, updated_at: now })
          .where(isIt)
      : db.delete(authUsers).where(isIt),
    follow_ups: [
      db.update(profiles).set(empty).where(eq(profiles.id, id)),
      ...endTrade(db, { accounts: sql`select ${id}` }),
      // Last, because the end of a request counts for its seller.
      ...forgetMarks(db, { users: sql`select ${id}` }),
    ],
  };
}
