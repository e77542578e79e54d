import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { isLaunched } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { type SellerAccount, sellerAccounts } from '../../../../drizzle/tables/trade/money/seller-accounts.ts';
import { isApprovedSeller } from '../../../../drizzle/tables/people/trade-rights.ts';
import type { Db } from '../../../context.ts';

export interface AccountFacts {
  can_receive: boolean;
  requirements: string[];
}

export type WhichAccount = { user_id: string } | { provider_id: string };

const isIt = (which: WhichAccount) =>
  'user_id' in which ? eq(sellerAccounts.user_id, which.user_id) : eq(sellerAccounts.provider_id, which.provider_id);

export async function findAccount(db: Db, which: WhichAccount): Promise<SellerAccount | null> {
  const [row] = await db.select().from(sellerAccounts).where(isIt(which));
  return row ?? null;
}

export async function takeAccount(
  db: Db,
  { user_id, now }: { user_id: string; now: Date },
): Promise<{ account: SellerAccount; display_name: string | null }> {
  const [, [account], [profile]] = await db.batch([
    db.insert(sellerAccounts).values({ user_id, updated_at: now, created_at: now }).onConflictDoNothing(),
    db.select().from(sellerAccounts).where(eq(sellerAccounts.user_id, user_id)),
    db.select({ display_name: profiles.display_name }).from(profiles).where(eq(profiles.id, user_id)),
  ]);
  return { account: account!, display_name: profile?.display_name ?? null };
}

/** Stores the provider's id of an account unless one is stored already. Returns the stored id. */
export async function keepProviderId(
  db: Db,
  { user_id, provider_id, now }: { user_id: string; provider_id: string; now: Date },
): Promise<string> {
  const [, [kept]] = await db.batch([
    db
      .update(sellerAccounts)
      .set({ provider_id, updated_at: now })
      .where(and(eq(sellerAccounts.user_id, user_id), isNull(sellerAccounts.provider_id))),
    db
      .select({ provider_id: sellerAccounts.provider_id })
      .from(sellerAccounts)
      .where(eq(sellerAccounts.user_id, user_id)),
  ]);
  return kept?.provider_id ?? provider_id;
}

/**
 * Counts an attempt to create the account, so that the next attempt has a new idempotency key. Of two simultaneous
 * calls, the second changes nothing.
 */
export async function nextAttempt(db: Db, { user_id, attempt }: { user_id: string; attempt: number }): Promise<void> {
  await db
    .update(sellerAccounts)
    .set({ attempt: attempt + 1 })
    .where(
      and(eq(sellerAccounts.user_id, user_id), eq(sellerAccounts.attempt, attempt), isNull(sellerAccounts.provider_id)),
    );
}

/**
 * Stores what the provider says about an account, unless newer facts are stored. If an account that was ready cannot
 * receive money or needs something more, `facts_needed_at` is set, so that the seller gets a mail. `isBack` means that
 * the seller just returned from the provider. If the account can then receive money and needs nothing more, a failed
 * payout to the seller's bank counts as resolved.
 */
export async function writeFacts(
  db: Db,
  { which, facts, isBack, now }: { which: WhichAccount; facts: AccountFacts; isBack: boolean; now: Date },
): Promise<SellerAccount | null> {
  const { can_receive, requirements } = facts;
  const { ready_at, facts_needed_at, facts_told_at, payout_failed_at } = sellerAccounts;
  const isFine = can_receive && requirements.length === 0;
  const asksAnew = sql`(${facts_needed_at} is null and ${ready_at} is not null)`;
  const unless = (kept: SQL) => (isFine ? null : kept);
  const [row] = await db
    .update(sellerAccounts)
    .set({
      can_receive,
      requirements,
      ...(can_receive ? { ready_at: sql`coalesce(${ready_at}, ${now.getTime()})` } : {}),
      facts_needed_at: unless(sql`iif(${asksAnew}, ${now.getTime()}, ${facts_needed_at})`),
      facts_told_at: unless(sql`iif(${asksAnew}, null, ${facts_told_at})`),
      payout_failed_at: isFine && isBack ? null : sql`${payout_failed_at}`,
      updated_at: now,
    })
    .where(and(isIt(which), lte(sellerAccounts.updated_at, now)))
    .returning();
  return row ?? findAccount(db, which);
}

/** Stores when a payout to the seller's bank failed. A repeat of the same provider event changes nothing. */
export async function writePayoutFailure(
  db: Db,
  { provider_id, at }: { provider_id: string; at: Date },
): Promise<void> {
  const { payout_failed_at } = sellerAccounts;
  await db
    .update(sellerAccounts)
    .set({ payout_failed_at: at, payout_failed_told_at: null })
    .where(and(eq(sellerAccounts.provider_id, provider_id), sql`coalesce(${payout_failed_at}, 0) < ${at.getTime()}`));
}

/** A person can open a payout account if they have a payout, or while they can sell and payments are launched. */
export async function findMayBePaid(db: Db, { user_id, now }: { user_id: string; now: Date }) {
  const [row] = await db
    .select({
      has_sold: sql`exists (select 1 from payouts where seller_id = ${user_id})`.mapWith(Boolean),
      may_sell: isApprovedSeller(user_id, now).mapWith(Boolean),
      takes_payments: isLaunched('payments'),
    })
    .from(sql`(select 1)`);
  return row!;
}
