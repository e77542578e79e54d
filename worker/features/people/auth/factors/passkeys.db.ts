import { and, eq, lt, or, sql } from 'drizzle-orm';
import { authFactors, authPasskeys, type AuthPasskey } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';

export function findPasskeys(db: Db, user_id: string): Promise<Pick<AuthPasskey, 'credential_id' | 'transports'>[]> {
  return db
    .select({ credential_id: authPasskeys.credential_id, transports: authPasskeys.transports })
    .from(authPasskeys)
    .innerJoin(authFactors, eq(authFactors.id, authPasskeys.factor_id))
    .where(eq(authFactors.user_id, user_id));
}

/** Returns undefined while the factor is unverified. */
export function findPasskey(db: Db, factor_id: string): Promise<AuthPasskey | undefined> {
  return db.select().from(authPasskeys).where(eq(authPasskeys.factor_id, factor_id)).get();
}

/** The statement returns no row if the factor already has a passkey, or if another factor has this passkey. */
export function passkeyInsert(db: Db, passkey: AuthPasskey): Statement {
  return db.insert(authPasskeys).values(passkey).onConflictDoNothing().returning({ id: authPasskeys.factor_id });
}

/** The statement returns a row only if the counter has increased, or the passkey has no counter and always sends 0. */
export function counterUpdate(db: Db, { factor_id, counter }: { factor_id: string; counter: number }): Statement {
  const hasNone = and(eq(authPasskeys.counter, 0), sql`${counter} = 0`);
  return db
    .update(authPasskeys)
    .set({ counter })
    .where(and(eq(authPasskeys.factor_id, factor_id), or(lt(authPasskeys.counter, counter), hasNone)))
    .returning({ id: authPasskeys.factor_id });
}
