import { eq, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { AccountWrite, Db, Removal } from '../../../context.ts';
import { eraseEntries } from '../../../http/shared/nights/waitlist-entries.ts';
import { nameErasure } from '../../../http/shared/talk/name-erasure.ts';
import { forgetMarks } from './forget-marks.db.ts';
import { giveBackOfAccount } from '../../../http/shared/door/give-back-of-account.ts';
import { endTrade } from '../../../http/shared/trade/withdraw-listings-of-account.ts';

/**
 * Deletes an account and the person's data, and ends the person's trade. If `keep` is given, the account's row stays.
 * The row then gets the fields of `keep` and is marked as deleted. The profile keeps only its id, because tickets and
 * messages refer to it.
 */
export function removeAccount(db: Db, { id, keep, now }: Removal): AccountWrite {
  const isIt = eq(authUsers.id, id);
  const noBadge = { is_student_verified: false, badge_at: null, badge_until: null };
  const empty = {
    role: 'user',
    display_name: null,
    school: null,
    email: null,
    ...noBadge,
    shows_mutuals: false,
    shows_going: false,
  } as const;
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
      eraseEntries(db, { id, now }),
      ...giveBackOfAccount(db, { accounts: sql`select ${id}`, now }),
      nameErasure(db, { users: sql`select ${id} as id`, now }),
      // `forgetMarks` comes last, because it deletes the seller's statistics, which `endTrade` may still change.
      ...forgetMarks(db, { users: sql`select ${id}`, now }),
    ],
  };
}
