import { eq, type SQL, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { nameErasures } from '../../../../drizzle/tables/talk/name-erasures.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { AccountWrite, Db, Removal } from '../../../context.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { forgetMarks } from './forget-marks.db.ts';
import { endTrade } from './withdraw-listings-of-account.db.ts';

/** Has the chat rooms forget the names of deleted people. `users` is a query of their ids. */
export const nameErasure = (db: Db, { users, now }: { users: SQL; now: Date }) =>
  insertFrom(db, nameErasures, {
    row: { user_id: sql`deleted.id`, event_place: 0, created_at: now },
    from: sql`from (${users}) as deleted where true`,
  }).onConflictDoNothing();

/**
 * Deletes an account; with `keep` its row stays, marked as deleted and with these fields. Its listings are withdrawn,
 * its pending requests end on both sides, what is kept for the person is deleted, and its profile keeps nothing but the
 * id, which tickets and messages name.
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
      // Last, because the end of a request counts for its seller.
      nameErasure(db, { users: sql`select ${id} as id`, now }),
      ...forgetMarks(db, { users: sql`select ${id}`, now }),
    ],
  };
}
