import { and, count, eq, gte } from 'drizzle-orm';
import { authRecoveryCodes } from '../../../../drizzle/tables/auth-recovery-codes.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../../http/batch.ts';

/** How many recovery codes of a user are left. */
export async function countRecoveryCodes(db: Db, user_id: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(authRecoveryCodes).where(eq(authRecoveryCodes.user_id, user_id));
  return row?.left ?? 0;
}

/** When the recovery codes of a user were made; null if none are left. */
export async function madeRecoveryCodes(db: Db, user_id: string): Promise<Date | null> {
  const [row] = await db
    .select({ created_at: authRecoveryCodes.created_at })
    .from(authRecoveryCodes)
    .where(eq(authRecoveryCodes.user_id, user_id))
    .limit(1);
  return row?.created_at ?? null;
}

/** Replaces all recovery codes of a user in one batch. The database refuses the batch if the user has no verified factor by now. */
export async function replaceRecoveryCodes(
  db: Db,
  { user_id, hashes, now, alongside }: { user_id: string; hashes: readonly string[]; now: Date; alongside: readonly Statement[] },
): Promise<void> {
  const rows = hashes.map((hash) => ({ user_id, hash, created_at: now }));
  await db.batch([recoveryCodeDelete(db, user_id), db.insert(authRecoveryCodes).values(rows), ...alongside]);
}

/** Uses up one recovery code of a user. False if there is no such code, or another request used it first. */
export async function spendRecoveryCode(db: Db, { user_id, hash }: { user_id: string; hash: string }): Promise<boolean> {
  const spent = await db
    .delete(authRecoveryCodes)
    .where(and(eq(authRecoveryCodes.user_id, user_id), eq(authRecoveryCodes.hash, hash)))
    .returning({ hash: authRecoveryCodes.hash });
  return spent.length > 0;
}

/** The statement that deletes the recovery codes of a user: all of them, or those that were made since a time. */
export function recoveryCodeDelete(db: Db, user_id: string, since?: Date) {
  const isNew = since === undefined ? undefined : gte(authRecoveryCodes.created_at, since);
  return db.delete(authRecoveryCodes).where(and(eq(authRecoveryCodes.user_id, user_id), isNew));
}
