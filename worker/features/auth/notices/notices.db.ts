import { and, eq, gt, isNull } from 'drizzle-orm';
import { authNotices, type AuthNotice } from '../../../../drizzle/tables/auth-notices.ts';
import type { AuthSession } from '../../../../drizzle/tables/auth-sessions.ts';
import type { Db } from '../../../context.ts';

/** The statement that stores a notice. */
export function noticeInsert(db: Db, notice: Pick<AuthNotice, 'user_id' | 'address' | 'hash' | 'expires_at' | 'created_at'>) {
  return db.insert(authNotices).values(notice);
}

/** The notice of a link's token. Undefined if it is unknown, expired or used. */
export async function findNotice(db: Db, { hash, now }: { hash: string; now: Date }): Promise<AuthNotice | undefined> {
  const [notice] = await db.select().from(authNotices).where(isOpen({ hash, now }));
  return notice;
}

/** The statement that uses a notice up. It returns no row if another request was first. */
export function noticeUse(db: Db, { hash, now }: { hash: string; now: Date }) {
  return db.update(authNotices).set({ used_at: now }).where(isOpen({ hash, now })).returning({ id: authNotices.id });
}

/** Whether a session was opened by the button of a notice: it began in the request that used the notice up. */
export async function isOpenedByNotice(db: Db, { user_id, created_at }: Pick<AuthSession, 'user_id' | 'created_at'>): Promise<boolean> {
  const [used] = await db
    .select({ id: authNotices.id })
    .from(authNotices)
    .where(and(eq(authNotices.user_id, user_id), eq(authNotices.used_at, created_at)));
  return used !== undefined;
}

function isOpen({ hash, now }: { hash: string; now: Date }) {
  return and(eq(authNotices.hash, hash), isNull(authNotices.used_at), gt(authNotices.expires_at, now));
}
