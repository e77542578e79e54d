import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { type Refund, refunds } from '../../../../drizzle/tables/trade/money/refunds.ts';
import type { Db } from '../../../context.ts';
import { SECOND_PERSON_ABOVE_CENTS } from '../../../contract/trade/money-desk.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import type { Write } from '../../../http/database/batch.ts';
import { notFound } from '../../../http/answers/errors.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { decidedMeanwhile, keyReused, needsAnother, notPaid, refundTooLarge } from './admin.errors.ts';
import { leftToRefund } from './left-to-refund.db.ts';
import { isNoParty, ofRequest, refuseParty, sentByStaff } from './two-people.db.ts';

/** `id` is made from the admin and the idempotency key, so a repeat has the same id. */
export interface AskedRefund {
  id: string;
  request_id: string;
  amount_cents: number;
  note: string;
}

/**
 * Stores a refund. If it and the earlier staff refunds for the request are at most $200 in total, it is due
 * immediately. Otherwise it waits for a second admin. A repeated id returns the first refund. Throws
 * `request.not_found`, `payments.not_paid`, `payments.party`, `payments.refund_too_large` and `payments.key_reused`.
 */
export async function askRefund(db: Db, { asked, stamp }: { asked: AskedRefund; stamp: AuditStamp }): Promise<Refund> {
  const { id, request_id, amount_cents, note } = asked;
  const run = insertFrom(db, refunds, {
    row: {
      id,
      request_id: payments.request_id,
      amount_cents,
      reason: 'staff',
      note,
      status: sql`case when ${sentByStaff} + ${amount_cents} > ${SECOND_PERSON_ABOVE_CENTS} then 'asked'
        else 'due' end`,
      asked_by: stamp.actor_id,
      created_at: stamp.at,
    },
    from: sql`from ${payments} where ${payments.request_id} = ${request_id} and ${payments.status} = 'captured'
      and ${amount_cents} <= ${leftToRefund} and ${isNoParty(request_id, stamp)}`,
  }).onConflictDoNothing();
  const change = { run, ...ofRequest(request_id), action: 'refund.ask', before: null, after: asked };
  const isNew = await tryAudited(db, { stamp, changes: [change] });
  const [stored] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (!isNew && !stored) throw await whyNot(db, { request_id, stamp });
  if (stored!.request_id !== request_id || stored!.amount_cents !== amount_cents) throw keyReused();
  return stored!;
}

/** Throws `request.not_found`, `payments.party`, `payments.decided` and `payments.second_person`. */
export async function approveRefund(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<Refund> {
  const isByAnother = ne(refunds.asked_by, stamp.actor_id);
  return move(db, {
    id,
    stamp,
    action: 'refund.approve',
    run: db
      .update(refunds)
      .set({ status: 'due', approved_by: stamp.actor_id })
      .where(and(eq(refunds.id, id), eq(refunds.status, 'asked'), isByAnother, isNoPartyOf(id, stamp))),
    refuse: (refund) => (refund.status === 'asked' ? needsAnother() : decidedMeanwhile()),
  });
}

/** Drops a refund that staff asked for, before it is booked in the ledger. */
export async function dropRefund(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<Refund> {
  const isOpen = sql`${refunds.status} in ('asked', 'stuck')`;
  return move(db, {
    id,
    stamp,
    action: 'refund.drop',
    run: db
      .update(refunds)
      .set({ status: 'dropped' })
      .where(
        and(eq(refunds.id, id), isOpen, eq(refunds.reason, 'staff'), isNull(refunds.booked_at), isNoPartyOf(id, stamp)),
      ),
    refuse: decidedMeanwhile,
  });
}

export async function retryRefund(db: Db, { id, stamp }: { id: string; stamp: AuditStamp }): Promise<Refund> {
  return move(db, {
    id,
    stamp,
    action: 'refund.retry',
    run: db
      .update(refunds)
      .set({ status: 'due', failures: 0 })
      .where(and(eq(refunds.id, id), eq(refunds.status, 'stuck'), isNoPartyOf(id, stamp))),
    refuse: decidedMeanwhile,
  });
}

const isNoPartyOf = (id: string, stamp: AuditStamp) =>
  isNoParty(sql`(select request_id from refunds where id = ${id})`, stamp);

interface Move {
  id: string;
  stamp: AuditStamp;
  action: string;
  run: Write;
  refuse: (refund: Refund) => Error;
}

async function move(db: Db, { id, stamp, action, run, refuse }: Move): Promise<Refund> {
  const before = await findRefund(db, id);
  const change = {
    run,
    ...ofRequest(before.request_id),
    action,
    before: { refund: id, status: before.status },
    after: { refund: id },
  };
  if (!(await tryAudited(db, { stamp, changes: [change] }))) {
    await refuseParty(db, { request_id: before.request_id, stamp });
    throw refuse(await findRefund(db, id));
  }
  return findRefund(db, id);
}

async function findRefund(db: Db, id: string): Promise<Refund> {
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (!refund) throw notFound();
  return refund;
}

async function whyNot(db: Db, { request_id, stamp }: { request_id: string; stamp: AuditStamp }): Promise<Error> {
  await refuseParty(db, { request_id, stamp });
  const [payment] = await db
    .select({ status: payments.status, left: leftToRefund })
    .from(payments)
    .where(eq(payments.request_id, request_id));
  if (!payment) return notFound();
  return payment.status === 'captured' ? refundTooLarge(payment.left) : notPaid();
}
