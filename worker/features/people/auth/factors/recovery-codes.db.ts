import { and, count, eq, gte, notExists, or, type SQL } from 'drizzle-orm';
import { authFactors } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { authRecoveryCodes } from '../../../../../drizzle/tables/people/auth-recovery-codes.ts';
import { authSessions, type AuthSession } from '../../../../../drizzle/tables/people/auth-sessions.ts';
import { authUsers } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';

export async function countRecoveryCodes(db: Db, user_id: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(authRecoveryCodes)
    .where(eq(authRecoveryCodes.user_id, user_id));
  return row?.left ?? 0;
}

/** Returns when the codes were made, or null if no codes are left. */
export async function madeRecoveryCodes(db: Db, user_id: string): Promise<Date | null> {
  const [row] = await db
    .select({ created_at: authRecoveryCodes.created_at })
    .from(authRecoveryCodes)
    .where(eq(authRecoveryCodes.user_id, user_id))
    .limit(1);
  return row?.created_at ?? null;
}

/** If the user no longer has a verified factor, stores nothing and rejects with a unique violation (`failIf`). */
export async function replaceRecoveryCodes(
  db: Db,
  {
    user_id,
    hashes,
    now,
    alongside,
  }: { user_id: string; hashes: readonly string[]; now: Date; alongside: readonly Statement[] },
): Promise<void> {
  const rows = hashes.map((hash) => ({ user_id, hash, created_at: now }));
  const factor = db
    .select({ id: authFactors.id })
    .from(authFactors)
    .where(and(eq(authFactors.user_id, user_id), eq(authFactors.status, 'verified')));
  await db.batch([
    failIf(db, { user_id, when: notExists(factor) }),
    recoveryCodeDelete(db, user_id),
    db.insert(authRecoveryCodes).values(rows),
    ...alongside,
  ]);
}

export async function hasRecoveryCode(db: Db, code: { user_id: string; hash: string }): Promise<boolean> {
  return (await db.$count(authRecoveryCodes, isCode(code))) > 0;
}

/** If `when` is true, the statement inserts the user again. A unique index refuses this, so the whole batch fails. */
const failIf = (db: Db, { user_id, when }: { user_id: string; when: SQL | undefined }) =>
  db.insert(authUsers).select(
    db
      .select()
      .from(authUsers)
      .where(and(eq(authUsers.id, user_id), when)),
  );

/** Returns statements that use up a code. If the code or the session is gone, the batch fails. */
export function recoveryCodeUse(
  db: Db,
  { session, hash }: { session: Pick<AuthSession, 'id' | 'user_id'>; hash: string },
): Statement[] {
  const { id, user_id } = session;
  const code = db.select({ hash: authRecoveryCodes.hash }).from(authRecoveryCodes).where(isCode({ user_id, hash }));
  const open = db.select({ id: authSessions.id }).from(authSessions).where(eq(authSessions.id, id));
  return [
    failIf(db, { user_id, when: or(notExists(code), notExists(open)) }),
    db.delete(authRecoveryCodes).where(isCode({ user_id, hash })),
  ];
}

function isCode({ user_id, hash }: { user_id: string; hash: string }) {
  return and(eq(authRecoveryCodes.user_id, user_id), eq(authRecoveryCodes.hash, hash));
}

export function recoveryCodeDelete(db: Db, user_id: string, since?: Date) {
  const isNew = since === undefined ? undefined : gte(authRecoveryCodes.created_at, since);
  return db.delete(authRecoveryCodes).where(and(eq(authRecoveryCodes.user_id, user_id), isNew));
}
