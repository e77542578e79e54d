import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { payoutRuns } from '../../../../drizzle/tables/trade/money/payout-runs.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import { sellerAccounts } from '../../../../drizzle/tables/trade/money/seller-accounts.ts';
import type { Db } from '../../../context.ts';
import { LEAST_IN_RUN_CENTS } from '../../../contract/trade/payouts.ts';
import { debtCents, isReady, sellerCents } from '../payments/payout-money.db.ts';

/** Returns false if the run is already done. */
export async function beginRun(db: Db, { run_at }: { run_at: Date }): Promise<boolean> {
  const [, [run]] = await db.batch([
    db.insert(payoutRuns).values({ run_at }).onConflictDoNothing(),
    db.select().from(payoutRuns).where(eq(payoutRuns.run_at, run_at)),
  ]);
  return run?.done_at === null;
}

export async function endRun(db: Db, { run_at, now }: { run_at: Date; now: Date }): Promise<void> {
  await db
    .update(payoutRuns)
    .set({ done_at: now })
    .where(and(eq(payoutRuns.run_at, run_at), isNull(payoutRuns.done_at)));
}

/** Query for the sellers to pay: the sum of their ready payouts minus their debt is at least `LEAST_IN_RUN_CENTS`. */
const sellersOfRun = (run_at: Date): SQL =>
  sql`select sale.seller_id as seller_id from payouts sale join payments paid on paid.request_id = sale.request_id
    where ${isReady(sql`sale`, run_at)} group by sale.seller_id
    having sum(${sellerCents(sql`paid`)}) - ${debtCents(sql`sale.seller_id`)} >= ${LEAST_IN_RUN_CENTS}`;

export function findUnreadAccounts(
  db: Db,
  { run_at, limit }: { run_at: Date; limit: number },
): Promise<{ user_id: string }[]> {
  const { user_id, provider_id, updated_at } = sellerAccounts;
  return db
    .select({ user_id })
    .from(sellerAccounts)
    .where(and(isNotNull(provider_id), lt(updated_at, run_at), sql`${user_id} in (${sellersOfRun(run_at)})`))
    .orderBy(updated_at)
    .limit(limit);
}

export async function closeAccount(db: Db, { user_id, now }: { user_id: string; now: Date }): Promise<void> {
  await db
    .update(sellerAccounts)
    .set({ can_receive: false, updated_at: now })
    .where(eq(sellerAccounts.user_id, user_id));
}

/**
 * Releases the ready payouts of at most `limit` sellers who can receive money. Skips sellers whose account has not been
 * read from the provider since the run began. Returns the number of sellers whose payouts were released.
 */
export async function releasePayoutsOfRun(
  db: Db,
  { run_at, now, limit }: { run_at: Date; now: Date; limit: number },
): Promise<number> {
  const released = await db
    .update(payouts)
    .set({ send_at: now })
    .where(
      sql`${isReady(sql`payouts`, run_at)} and seller_id in (select seller_id from (${sellersOfRun(run_at)}) seller
        join seller_accounts account on account.user_id = seller.seller_id
        where account.can_receive = 1 and account.updated_at >= ${run_at.getTime()} limit ${limit})`,
    )
    .returning({ seller_id: payouts.seller_id });
  return new Set(released.map(({ seller_id }) => seller_id)).size;
}

/**
 * Marks sellers of the run who cannot receive money yet, so that a mail asks them for the missing facts. Returns how
 * many sellers were marked.
 */
export async function askForFacts(
  db: Db,
  { run_at, now, limit }: { run_at: Date; now: Date; limit: number },
): Promise<number> {
  const at = now.getTime();
  const asked =
    await db.all(sql`insert into seller_accounts (user_id, can_receive, requirements, attempt, facts_needed_at,
      updated_at, created_at)
    select seller.seller_id, 0, '[]', 1, ${at}, ${at}, ${at} from (${sellersOfRun(run_at)}) seller
      left join seller_accounts account on account.user_id = seller.seller_id
      where account.user_id is null or (account.can_receive = 0 and account.facts_needed_at is null) limit ${limit}
    on conflict (user_id) do update set facts_needed_at = ${at}, facts_told_at = null where can_receive = 0
      and facts_needed_at is null
    returning user_id`);
  return asked.length;
}
