import { inArray, lt } from 'drizzle-orm';
import { keptPasts } from '../../../drizzle/tables/kept-pasts.ts';
import type { Db } from '../../context.ts';

/** The most rows that one run deletes. */
const AT_ONCE = 1000;

/** Deletes what stayed of accounts that were deleted before `before`. */
export async function forgetPasts(db: Db, { before }: { before: Date }): Promise<void> {
  const old = db.select({ past_id: keptPasts.past_id }).from(keptPasts).where(lt(keptPasts.created_at, before)).limit(AT_ONCE);
  await db.delete(keptPasts).where(inArray(keptPasts.past_id, old));
}
