import { and, eq, sql } from 'drizzle-orm';
import { ledgerAccounts, ledgerTransfers } from '../../../../drizzle/tables/trade/money/ledger.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { staffAsks } from '../../../../drizzle/tables/trade/staff-asks.ts';
import type { Db } from '../../../context.ts';
import { SECOND_PERSON_ABOVE_CENTS } from '../../../contract/trade/money-desk.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { keyReused, moreThanOwed, partyMayNot } from './admin.errors.ts';
import { askAnother, askedBefore, type Decided, type Decision } from './two-people.db.ts';

export interface WrittenOff {
  seller_id: string;
  amount_cents: number;
  note: string;
  is_paid: boolean;
  /** Made from the admin's id and the idempotency key. */
  cause: string;
}

/**
 * Books a seller's debt as a loss or as paid to our bank. A repeated cause changes nothing. Returns what the seller
 * still owes, in cents. If such bookings for the seller exceed $200 in total, this one waits for a second admin. Throws
 * `request.not_found`, `payments.more_than_owed`, `payments.key_reused`, `payments.party` and `payments.second_person`.
 */
export async function writeOff(
  db: Db,
  { written, stamp }: { written: WrittenOff; stamp: AuditStamp },
): Promise<{ owed: number; done: Decided }> {
  const { seller_id, amount_cents, is_paid, cause } = written;
  const account = `receivable:${seller_id}`;
  const action = is_paid ? 'seller.debt_paid' : 'seller.write_off';
  const about = { target_type: 'person', target_id: seller_id } as const;
  const decision: Decision = { ...about, action: `${action}:${amount_cents}`, note: written.note, stamp };
  const run = insertFrom(db, ledgerTransfers, {
    row: { cause, leg: 0, debit: debitOf(written), credit: account, amount_cents, at: stamp.at },
    from: sql`from ${ledgerAccounts} where ${ledgerAccounts.name} = ${account}
      and ${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents} >= ${amount_cents}
        and ${seller_id} <> ${stamp.actor_id}
      and (${writtenOff(account)} + ${amount_cents} <= ${SECOND_PERSON_ABOVE_CENTS}
        or ${askedBefore(decision)} is not null)`,
  }).onConflictDoNothing();
  const change = { run, action, ...about, before: null, after: written };
  const also = [
    db.delete(staffAsks).where(and(eq(staffAsks.target_id, seller_id), eq(staffAsks.action, decision.action))),
  ];
  const isDone = (await tryAudited(db, { stamp, changes: [change], also })) || (await isBooked(db, { written, stamp }));
  const done = isDone ? 'done' : await askAnother(db, decision);
  return { owed: await owedBy(db, seller_id), done };
}

const writtenOff = (account: string) =>
  sql`(select coalesce(sum(given.amount_cents), 0) from ledger_transfers as given
    where given.debit in ('bank', 'cost:losses') and given.credit = ${account})`;

/** Returns true for a repeat, false if a second admin is needed. Throws the reason for any other refusal. */
async function isBooked(db: Db, { written, stamp }: { written: WrittenOff; stamp: AuditStamp }): Promise<boolean> {
  const { seller_id, amount_cents, cause } = written;
  const [booked] = await db
    .select()
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.cause, cause), eq(ledgerTransfers.leg, 0)));
  if (
    booked?.amount_cents === amount_cents &&
    booked.credit === `receivable:${seller_id}` &&
    booked.debit === debitOf(written)
  )
    return true;
  if (booked) throw keyReused();
  const [seller] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, seller_id));
  if (!seller) throw notFound();
  if (seller_id === stamp.actor_id) throw partyMayNot();
  const owed = await owedBy(db, seller_id);
  if (owed < amount_cents) throw moreThanOwed(owed);
  return false;
}

const debitOf = ({ is_paid }: WrittenOff) => (is_paid ? 'bank' : 'cost:losses');

async function owedBy(db: Db, seller_id: string): Promise<number> {
  const [account] = await db
    .select({ owed: sql<number>`${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents}` })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.name, `receivable:${seller_id}`));
  return account?.owed ?? 0;
}
