import { and, eq, sql } from 'drizzle-orm';
import { ledgerAccounts, ledgerTransfers } from '../../../../drizzle/tables/ledger.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { Db } from '../../../context.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/audit.ts';
import { notFound } from '../../../http/errors.ts';
import { insertFrom } from '../../../http/insert-from.ts';
import { keyReused, moreThanOwed } from './admin.errors.ts';

/** A debt of a seller that is given up, or was paid to our bank account. `cause` is made from the admin and the idempotency key, so that a repeat has the same one. */
export interface WrittenOff {
  seller_id: string;
  amount_cents: number;
  note: string;
  is_paid: boolean;
  cause: string;
}

/**
 * Books a part of a seller's debt as a loss, or as paid to our bank account, of at most the debt. A repeated cause changes nothing. Returns what the seller still owes,
 * in cents. Throws `payments.more_than_owed` and `payments.key_reused`.
 */
export async function writeOff(db: Db, { written, stamp }: { written: WrittenOff; stamp: AuditStamp }): Promise<number> {
  const { seller_id, amount_cents, is_paid, cause } = written;
  const account = `receivable:${seller_id}`;
  const run = insertFrom(db, ledgerTransfers, {
    row: { cause, leg: 0, debit: debitOf(written), credit: account, amount_cents, at: stamp.at },
    from: sql`from ${ledgerAccounts} where ${ledgerAccounts.name} = ${account}
      and ${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents} >= ${amount_cents}`,
  }).onConflictDoNothing();
  const action = is_paid ? 'seller.debt_paid' : 'seller.write_off';
  const change = { run, action, target_type: 'person', target_id: seller_id, before: null, after: written };
  try {
    await writeAudited(db, { stamp, changes: [change] });
  } catch (error) {
    if (!(error instanceof NothingChanged)) throw error;
    await requireBooked(db, written);
  }
  return owedBy(db, seller_id);
}

/** Accepts a repeat. Throws the reason why anything else was not booked. */
async function requireBooked(db: Db, written: WrittenOff): Promise<void> {
  const { seller_id, amount_cents, cause } = written;
  const [booked] = await db
    .select()
    .from(ledgerTransfers)
    .where(and(eq(ledgerTransfers.cause, cause), eq(ledgerTransfers.leg, 0)));
  if (booked?.amount_cents === amount_cents && booked.credit === `receivable:${seller_id}` && booked.debit === debitOf(written)) return;
  if (booked) throw keyReused();
  const [seller] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, seller_id));
  throw seller ? moreThanOwed(await owedBy(db, seller_id)) : notFound();
}

const debitOf = ({ is_paid }: WrittenOff) => (is_paid ? 'bank' : 'cost:losses');

async function owedBy(db: Db, seller_id: string): Promise<number> {
  const [account] = await db
    .select({ owed: sql<number>`${ledgerAccounts.debits_cents} - ${ledgerAccounts.credits_cents}` })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.name, `receivable:${seller_id}`));
  return account?.owed ?? 0;
}
