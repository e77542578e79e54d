import { and, desc, eq, lt, sql } from 'drizzle-orm';
import {
  ledgerAccounts,
  ledgerTransfers,
  type NewLedgerTransfer,
} from '../../../../drizzle/tables/trade/money/ledger.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { type NewReconciliation, reconciliations } from '../../../../drizzle/tables/trade/money/reconciliations.ts';
import type { Db } from '../../../context.ts';
import { deleteSome } from '../../../http/database/delete-some.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import type { Booked } from './match.rules.ts';

export async function findNewest(db: Db) {
  const [[newest], [payment]] = await db.batch([
    db.select().from(reconciliations).orderBy(desc(reconciliations.at)).limit(1),
    db.select({ request_id: payments.request_id }).from(payments).limit(1),
  ]);
  return { newest, hasPayments: payment !== undefined };
}

export async function findLastEqual(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: reconciliations.at })
    .from(reconciliations)
    .where(eq(reconciliations.difference_cents, 0))
    .orderBy(desc(reconciliations.at))
    .limit(1);
  return row?.at ?? null;
}

export async function readLedger(db: Db): Promise<number> {
  const [account] = await db
    .select({ cents: sql<number>`${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents}` })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.name, 'provider'));
  return account?.cents ?? 0;
}

export async function findBooked(db: Db, { refs }: { refs: readonly string[] }): Promise<Map<string, Booked>> {
  const rows = await db.all<Booked & { ref: string }>(sql`select provider_ref as ref, min(at) as first_at,
      sum(case when debit = 'provider' then amount_cents else -amount_cents end) as net_cents
    from ledger_transfers where provider_ref in (select value from json_each(${JSON.stringify(refs)}))
      and 'provider' in (debit, credit) group by provider_ref`);
  return new Map(rows.map(({ ref, ...booked }) => [ref, booked]));
}

export async function findRefsSince(db: Db, { since }: { since: Date }): Promise<string[]> {
  const rows = await db.all<{ ref: string }>(sql`select distinct provider_ref as ref from ledger_transfers
    where at >= ${since.getTime()} and provider_ref is not null`);
  return rows.map(({ ref }) => ref);
}

export async function findRequestsOf(db: Db, { ids }: { ids: readonly string[] }): Promise<string[]> {
  const wanted = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  // D1 allows at most five queries in a union.
  const rows = await db.all<{
    request_id: string;
  }>(sql`select request_id from payments where request_id in ${wanted} or intent_id in ${wanted}
      or paid_from in (select request_id from payments where request_id in ${wanted} or intent_id in ${wanted})
    union select request_id from refunds where provider_id in ${wanted}
    union select request_id from payouts where transfer_id in ${wanted}
    union select request_id from disputes where provider_id in ${wanted}
    union select request_id from ledger_transfers where provider_ref in ${wanted} and request_id is not null`);
  return rows.map(({ request_id }) => request_id);
}

/**
 * Finds up to 100 ticket requests with a due refund. A due refund may have been sent already, if the provider's answer
 * was lost. The list of statuses repeats the condition of the partial index `refunds_open`, so that SQLite uses it.
 */
export async function findRefunding(db: Db): Promise<string[]> {
  const rows = await db.all<{ request_id: string }>(
    sql`select distinct request_id from refunds where status in ('asked', 'due', 'stuck') and status = 'due' limit 100`,
  );
  return rows.map(({ request_id }) => request_id);
}

/** Books each movement once. */
export async function bookOwn(db: Db, { transfers }: { transfers: readonly NewLedgerTransfer[] }): Promise<void> {
  for (const transfer of transfers) await db.insert(ledgerTransfers).values(transfer).onConflictDoNothing();
}

export async function findRecorded(db: Db, { intents }: { intents: readonly string[] }): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ intent_id: payments.intent_id })
    .from(payments)
    .where(
      and(
        sql`${payments.intent_id} in (select value from json_each(${JSON.stringify(intents)}))`,
        sql`${payments.status} in ('awaiting', 'authorized')`,
      ),
    );
  return new Set(rows.flatMap(({ intent_id }) => intent_id ?? []));
}

export async function storeComparison(
  db: Db,
  { unless_since, ...row }: Required<Omit<NewReconciliation, 'id'>> & { unless_since: Date },
): Promise<void> {
  await insertFrom(db, reconciliations, {
    row,
    from: sql`where not exists (select 1 from ${reconciliations} as other where other.at >= ${unless_since.getTime()})`,
  });
}

/** Deletes old comparisons without a difference, but keeps the newest comparison without a difference. */
export async function deleteEqualBefore(db: Db, { before }: { before: Date }): Promise<void> {
  const { at, difference_cents } = reconciliations;
  const hasNewer = sql`exists (select 1 from reconciliations as newer where newer.difference_cents = 0
    and newer.at > ${at})`;
  await deleteSome(db, reconciliations, and(lt(at, before), eq(difference_cents, 0), hasNewer));
}
