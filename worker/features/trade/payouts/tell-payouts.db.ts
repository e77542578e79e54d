import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { payouts } from '../../../../drizzle/tables/trade/money/payouts.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { sellerAccounts } from '../../../../drizzle/tables/trade/money/seller-accounts.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { Db } from '../../../context.ts';
import { MINUTE } from '../../../contract/time/durations.ts';
import type { Statement } from '../../../http/database/batch.ts';

const PATIENCE_MS = 30 * MINUTE;

const idsOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/**
 * Finds sent payouts about which the seller got no mail yet. The mail waits up to half an hour while other payouts of
 * the seller are due.
 */
export function findUntoldPayouts(db: Db, { now, limit }: { now: Date; limit: number }) {
  return db
    .select({
      request_id: payouts.request_id,
      seller_id: payouts.seller_id,
      paid_cents: payouts.paid_cents,
      recouped_cents: payouts.recouped_cents,
      title: events.title,
      name: profiles.display_name,
    })
    .from(payouts)
    .innerJoin(ticketRequests, eq(ticketRequests.id, payouts.request_id))
    .innerJoin(events, eq(events.id, ticketRequests.event_id))
    .innerJoin(profiles, eq(profiles.id, payouts.seller_id))
    .where(
      sql`${payouts.sent_at} is not null and ${payouts.told_at} is null and ${payouts.status} = 'sent'
        and (${payouts.sent_at} <= ${now.getTime() - PATIENCE_MS} or not exists (select 1 from payouts other
          where other.seller_id = ${payouts.seller_id} and other.status = 'due'
            and other.send_at <= ${now.getTime()}))`,
    )
    .orderBy(asc(payouts.seller_id), asc(payouts.sent_at))
    .limit(limit);
}

export type UntoldPayout = Awaited<ReturnType<typeof findUntoldPayouts>>[number];

/** SQL condition: none of these payouts has `told_at`. It keeps parallel runs from sending the same mail twice. */
const noneTold = (ids: readonly string[]) =>
  sql`not exists (select 1 from payouts told where told.request_id in ${idsOf(ids)} and told.told_at is not null)`;

/** Query for the seller's `email` and `user_id`. Finds nothing if one of the payouts has `told_at`. */
export function sellerToTell({ seller_id, ids }: { seller_id: string; ids: readonly string[] }): SQL {
  return sql`select account.email as email, account.id as user_id from auth_users account
    where account.id = ${seller_id} and account.deleted_at is null and ${noneTold(ids)}`;
}

/** Put this statement after the mail in the same batch. */
export function markPayoutsTold(db: Db, { ids, now }: { ids: readonly string[]; now: Date }): Statement {
  return db
    .update(payouts)
    .set({ told_at: now })
    .where(and(inArray(payouts.request_id, idsOf(ids)), noneTold(ids)));
}

export function findUntoldAccounts(db: Db, { limit }: { limit: number }) {
  const { user_id, provider_id, facts_needed_at, facts_told_at, payout_failed_at, payout_failed_told_at } =
    sellerAccounts;
  return db
    .select({
      user_id,
      provider_id,
      facts_needed_at,
      facts_told_at,
      payout_failed_at,
      payout_failed_told_at,
      name: profiles.display_name,
    })
    .from(sellerAccounts)
    .innerJoin(profiles, eq(profiles.id, user_id))
    .where(
      or(
        and(isNotNull(facts_needed_at), isNull(facts_told_at)),
        and(isNotNull(payout_failed_at), isNull(payout_failed_told_at)),
      ),
    )
    .limit(limit);
}

export type UntoldAccount = Awaited<ReturnType<typeof findUntoldAccounts>>[number];
type Mark = 'facts_told_at' | 'payout_failed_told_at';

/** Query for the seller's `email` and `user_id`. Finds nothing if the column that `mark` names is already set. */
export function accountToTell({ user_id, mark }: { user_id: string; mark: Mark }): SQL {
  return sql`select account.email as email, account.id as user_id from auth_users account
    join ${sellerAccounts} on ${sellerAccounts.user_id} = account.id
    where account.id = ${user_id} and account.deleted_at is null and ${sellerAccounts[mark]} is null`;
}

/** Put this statement after the mail in the same batch. */
export function markAccountTold(db: Db, { user_id, mark, now }: { user_id: string; mark: Mark; now: Date }): Statement {
  return db
    .update(sellerAccounts)
    .set({ [mark]: now })
    .where(and(eq(sellerAccounts.user_id, user_id), isNull(sellerAccounts[mark])));
}
