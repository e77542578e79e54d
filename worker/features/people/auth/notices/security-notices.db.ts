import { and, eq, gt, gte, isNull, ne, notExists } from 'drizzle-orm';
import { authNotices, type AuthNotice } from '../../../../../drizzle/tables/people/auth-notices.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';

export function noticeInsert(
  db: Db,
  notice: Pick<AuthNotice, 'user_id' | 'address' | 'hash' | 'expires_at' | 'created_at'>,
) {
  return db.insert(authNotices).values(notice);
}

/** Returns undefined if the notice is unknown, expired or used. */
export async function findNotice(db: Db, { hash, now }: { hash: string; now: Date }): Promise<AuthNotice | undefined> {
  const [notice] = await db.select().from(authNotices).where(isOpen({ hash, now }));
  return notice;
}

/**
 * Marks a notice as used and deletes the user's later notices, which a thief may have caused. If the notice is no
 * longer open, the batch fails: its first statement then inserts the user again, and a unique index refuses that.
 */
export function noticeUse(db: Db, { notice, now }: { notice: AuthNotice; now: Date }): Statement[] {
  const { id, user_id, hash, created_at } = notice;
  const open = db.select({ id: authNotices.id }).from(authNotices).where(isOpen({ hash, now }));
  const again = db
    .select()
    .from(authUsers)
    .where(and(eq(authUsers.id, user_id), notExists(open)));
  return [
    db.insert(authUsers).select(again),
    db.update(authNotices).set({ used_at: now }).where(eq(authNotices.id, id)),
    db
      .delete(authNotices)
      .where(and(eq(authNotices.user_id, user_id), gte(authNotices.created_at, created_at), ne(authNotices.id, id))),
  ];
}

export function noticeDelete(db: Db, user_id: string) {
  return db.delete(authNotices).where(eq(authNotices.user_id, user_id));
}

function isOpen({ hash, now }: { hash: string; now: Date }) {
  return and(eq(authNotices.hash, hash), isNull(authNotices.used_at), gt(authNotices.expires_at, now));
}
