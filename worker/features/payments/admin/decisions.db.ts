import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { handovers } from '../../../../drizzle/tables/handovers.ts';
import { payments } from '../../../../drizzle/tables/payments.ts';
import { payoutHolds } from '../../../../drizzle/tables/payout-holds.ts';
import { problems } from '../../../../drizzle/tables/problems.ts';
import { refunds } from '../../../../drizzle/tables/refunds.ts';
import { sellerFailures } from '../../../../drizzle/tables/seller-failures.ts';
import { ticketRequests } from '../../../../drizzle/tables/ticket-requests.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { DecideHandover, MovePayout, SettleSeller } from '../../../contract/money-desk.ts';
import { type AuditStamp, NothingChanged, writeAudited } from '../../../http/audit.ts';
import type { Write } from '../../../http/batch.ts';
import { notFound } from '../../../http/errors.ts';
import { insertFrom } from '../../../http/insert-from.ts';
import { settleFailuresOf } from '../seller-failures.db.ts';
import { holdPayout } from '../payout-holds.db.ts';
import { decidedMeanwhile } from './admin.errors.ts';
import { leftToRefund } from './left-to-refund.db.ts';

const entry = (request_id: string) => ({ target_type: 'ticket_request', target_id: request_id });

/**
 * Decides a problem of a hand-over. `failed` also asks for a refund of everything that has not gone back yet. `received` lets the payout
 * go, unless a dispute holds it. `replaced` is carried out by `settle`. Throws `payments.decided` if there is no open problem.
 */
export async function decideHandover(
  db: Db,
  { request_id, to, note, stamp }: DecideHandover & { request_id: string; stamp: AuditStamp },
): Promise<void> {
  const run = to === 'replaced' ? ruleForBuyer(db, request_id) : endProblem(db, { request_id, to, stamp });
  const change = { run, ...entry(request_id), action: `handover.${to}`, before: { status: 'problem' }, after: { status: to, note } };
  const also = {
    failed: [refundAll(db, { request_id, note, stamp }), recordFailure(db, { request_id, stamp })],
    received: [],
    replaced: [],
  }[to];
  try {
    await writeAudited(db, { stamp, changes: [change], also });
  } catch (error) {
    if (error instanceof NothingChanged) throw await missingOr(db, request_id, decidedMeanwhile());
    throw error;
  }
}

const endProblem = (db: Db, { request_id, to, stamp }: { request_id: string; to: 'received' | 'failed'; stamp: AuditStamp }) =>
  db
    .update(handovers)
    .set({ status: to, ended_at: stamp.at, ended_by: 'staff' })
    .where(and(eq(handovers.request_id, request_id), eq(handovers.status, 'problem')));

const ruleForBuyer = (db: Db, request_id: string) =>
  db
    .update(problems)
    .set({ ruled_by: 'staff' })
    .where(and(eq(problems.request_id, request_id), eq(problems.status, 'open'), isNull(problems.ruled_by)));

/** The failure of the seller, unless the buyer said that the night was cancelled. */
const recordFailure = (db: Db, { request_id, stamp }: { request_id: string; stamp: AuditStamp }): Write =>
  insertFrom(db, sellerFailures, {
    row: { request_id, seller_id: ticketRequests.seller_id, created_at: stamp.at },
    from: sql`from ${ticketRequests} where ${ticketRequests.id} = ${request_id} and exists (select 1 from ${problems}
      where ${problems.request_id} = ${request_id} and ${problems.status} = 'refunded' and ${problems.kind} <> 'event_cancelled')`,
  }).onConflictDoNothing();

/** Lets a seller whose tickets failed list again. Throws `payments.decided` if no failure is open. */
export async function settleSeller(
  db: Db,
  { seller_id, note, stamp }: SettleSeller & { seller_id: string; stamp: AuditStamp },
): Promise<void> {
  const run = settleFailuresOf(db, { seller_id, now: stamp.at });
  const change = { run, action: 'seller.settle', target_type: 'person', target_id: seller_id, before: null, after: { note } };
  try {
    await writeAudited(db, { stamp, changes: [change] });
  } catch (error) {
    throw error instanceof NothingChanged ? decidedMeanwhile() : error;
  }
}

function refundAll(db: Db, { request_id, note, stamp }: { request_id: string; note: string; stamp: AuditStamp }): Write {
  return insertFrom(db, refunds, {
    row: { request_id, amount_cents: leftToRefund, reason: 'problem', note, asked_by: stamp.actor_id, created_at: stamp.at },
    from: sql`from ${payments} where ${payments.request_id} = ${request_id} and ${leftToRefund} > 0`,
  }).onConflictDoNothing();
}

/** Holds a payout that has not left, or ends reasons to hold it. Throws `payments.decided` if there is nothing to hold or to end. */
export async function movePayout(
  db: Db,
  { request_id, stamp, ...move }: MovePayout & { request_id: string; stamp: AuditStamp },
): Promise<void> {
  const run =
    move.to === 'frozen'
      ? holdPayout(db, { request_id, reason: 'staff', source: stamp.actor_id, now: stamp.at })
      : endHoldsOf(db, { request_id, reasons: move.reasons, stamp });
  const change = { run, ...entry(request_id), action: `payout.${move.to}`, before: null, after: move };
  try {
    await writeAudited(db, { stamp, changes: [change] });
  } catch (error) {
    throw error instanceof NothingChanged ? await missingOr(db, request_id, decidedMeanwhile()) : error;
  }
}

const endHoldsOf = (db: Db, { request_id, reasons, stamp }: { request_id: string; reasons: readonly HoldReason[]; stamp: AuditStamp }) =>
  db
    .update(payoutHolds)
    .set({ ended_at: stamp.at, ended_by: stamp.actor_id })
    .where(and(eq(payoutHolds.request_id, request_id), inArray(payoutHolds.reason, [...reasons]), isNull(payoutHolds.ended_at)));

/** The refusal, or `request.not_found` for a request without a payment. */
async function missingOr(db: Db, request_id: string, refusal: Error): Promise<Error> {
  const [payment] = await db.select({ id: payments.request_id }).from(payments).where(eq(payments.request_id, request_id));
  return payment ? refusal : notFound();
}
