import { and, eq, sql } from 'drizzle-orm';
import { ledgerTransfers } from '../../../../../drizzle/tables/trade/money/ledger.ts';
import { type Payment, payments } from '../../../../../drizzle/tables/trade/money/payments.ts';
import type { Db } from '../../../../context.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { brokenConstraint } from '../../../../http/database/constraint.ts';
import { log } from '../../../../http/log.ts';

/** `ref` is the id of the provider's object behind the leg. */
export interface Leg {
  debit: string;
  credit: string;
  amount_cents: number;
  ref?: string | undefined;
}

const MOST_KEPT = 500;

type Fields = Partial<Omit<Payment, 'request_id' | 'version'>>;

/**
 * Writes one step in one transaction. Returns false and writes nothing if the sale changed since it was read, or if a
 * constraint refuses the step, for example because it is already booked. The first statement is a guard. If the version
 * differs, it sets the version to null, which the column refuses.
 */
export async function commit(
  db: Db,
  {
    payment,
    fields = {},
    statements = [],
  }: { payment: Pick<Payment, 'request_id' | 'version'>; fields?: Fields; statements?: Statement[] },
): Promise<boolean> {
  const guard = db
    .update(payments)
    .set({ ...fields, version: sql`iif(${payments.version} = ${payment.version}, ${payments.version} + 1, null)` })
    .where(eq(payments.request_id, payment.request_id));
  try {
    await db.batch([guard, ...statements]);
    return true;
  } catch (error) {
    const broken = brokenConstraint(error);
    if (!broken) throw error;
    if (broken.name !== 'payments.version') {
      log('warn', 'a step of a payment is refused', {
        ticket_request: payment.request_id,
        kind: broken.kind,
        constraint: broken.name,
      });
    }
    return false;
  }
}

/**
 * Stores a failure. Also sets `settle_at` to `until`, unless the payment has changed since it was read: the failed run
 * did not know of the change.
 */
export async function recordFailure(
  db: Db,
  { payment, until, error }: { payment: Payment; until: Date; error: unknown },
): Promise<void> {
  const settle_at = sql`iif(${payments.version} = ${payment.version}, ${until.getTime()}, ${payments.settle_at})`;
  await db
    .update(payments)
    .set({ failures: payment.failures + 1, last_error: String(error).slice(0, MOST_KEPT), settle_at })
    .where(eq(payments.request_id, payment.request_id));
}

/**
 * Stores when `settle` looks at the payment next. Returns false if the payment changed since it was read. If there is
 * nothing to write, returns true without a check.
 */
export async function sleepUntil(
  db: Db,
  {
    payment,
    until,
  }: { payment: Pick<Payment, 'request_id' | 'version' | 'settle_at' | 'failures'>; until: Date | null },
): Promise<boolean> {
  const isSame = payment.settle_at?.getTime() === until?.getTime() && payment.failures === 0;
  if (isSame) return true;
  const rows = await db
    .update(payments)
    .set({ settle_at: until, failures: 0, last_error: null })
    .where(and(eq(payments.request_id, payment.request_id), eq(payments.version, payment.version)))
    .returning({ version: payments.version });
  return rows.length > 0;
}

/** Returns the write that books the legs, without legs of zero cents. A unique index refuses a repeated `cause`. */
export function book(
  db: Db,
  { cause, legs, request_id, now }: { cause: string; legs: readonly Leg[]; request_id: string; now: Date },
): Statement[] {
  const rows = legs
    .filter(({ amount_cents }) => amount_cents !== 0)
    .map(({ debit, credit, amount_cents, ref }, at) => {
      return { debit, credit, amount_cents, cause, leg: at + 1, request_id, provider_ref: ref ?? null, at: now };
    });
  return rows.length > 0 ? [db.insert(ledgerTransfers).values(rows)] : [];
}
