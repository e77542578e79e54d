import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { keptPasts } from '../../../../drizzle/tables/people/kept-pasts.ts';
import { vouches } from '../../../../drizzle/tables/people/vouches.ts';
import type { Db } from '../../../context.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';

const AT_ONCE = 1000;

/**
 * Deletes the data kept about accounts that were deleted before the time `before`. Also deletes vouches that were
 * revoked before that time, if the account of the person who vouched is deleted.
 */
export async function forgetPasts(db: Db, { before }: { before: Date }): Promise<void> {
  const old = db
    .select({ past_id: keptPasts.past_id })
    .from(keptPasts)
    .where(lt(keptPasts.created_at, before))
    .limit(AT_ONCE);
  const isDeleted = sql`not exists (select 1 from auth_users as left_over where left_over.id = ${vouches.voucher_id}
    and left_over.deleted_at is null)`;
  await db.batch([
    db.delete(keptPasts).where(inArray(keptPasts.past_id, old)),
    deleteSome(db, vouches, and(eq(vouches.status, 'revoked'), lt(vouches.ended_at, before), isDeleted)),
  ]);
}
