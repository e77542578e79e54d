import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { handovers } from '../../../../drizzle/tables/trade/handovers.ts';
import { payments } from '../../../../drizzle/tables/trade/money/payments.ts';
import { payoutHolds } from '../../../../drizzle/tables/trade/money/payout-holds.ts';
import { problems } from '../../../../drizzle/tables/trade/problems.ts';
import { refunds } from '../../../../drizzle/tables/trade/money/refunds.ts';
import { sellerFailures } from '../../../../drizzle/tables/trade/seller-failures.ts';
import { staffAsks } from '../../../../drizzle/tables/trade/staff-asks.ts';
import { ticketRequests } from '../../../../drizzle/tables/trade/ticket-requests.ts';
import type { HoldReason } from '../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../context.ts';
import type { DecideHandover, MovePayout, SettleSeller } from '../../../contract/trade/money-desk.ts';
import { type AuditStamp, tryAudited } from '../../../http/security/audit.ts';
import type { Write } from '../../../http/database/batch.ts';
import { insertFrom } from '../../../http/database/insert-from.ts';
import { settleFailuresOf } from '../payments/seller-failures.db.ts';
import { holdPayout } from '../payouts/payout-holds.db.ts';
import { decidedMeanwhile, partyMayNot } from './admin.errors.ts';
import { leftToRefund } from './left-to-refund.db.ts';
import {
  askedBefore,
  askInstead,
  type Decided,
  type Decision,
  isNoParty,
  mayDecide,
  ofRequest,
} from './two-people.db.ts';

/**
 * Decides a reported problem. `failed` refunds everything that is left. After `replaced`, `settle` finds the
 * replacement. These two decisions also drop a refund that waits for a second admin. A decision itself waits for a
 * second admin if the money left to refund plus the sale's earlier staff refunds is above $200. Throws the errors of
 * `askInstead`.
 */
export async function decideHandover(
  db: Db,
  { request_id, to, note, stamp }: DecideHandover & { request_id: string; stamp: AuditStamp },
): Promise<Decided> {
  const decision: Decision = { ...ofRequest(request_id), action: `handover.${to}`, note, stamp };
  const isOpen = to === 'replaced' ? isUndecided(request_id) : hasProblem(request_id);
  const run = to === 'replaced' ? ruleForBuyer(db, decision) : endProblem(db, { ...decision, to });
  const change = {
    run,
    ...ofRequest(request_id),
    action: decision.action,
    before: { status: 'problem' },
    after: { status: to, note },
  };
  const first = {
    failed: [dropWaiting(db, request_id), refundAll(db, decision)],
    received: [],
    replaced: [dropWaiting(db, request_id)],
  }[to];
  const also = to === 'failed' ? [recordFailure(db, { request_id, stamp })] : [];
  const isDone = await tryAudited(db, { stamp, changes: [change], first, also });
  return isDone ? 'done' : askInstead(db, decision, isOpen);
}

const hasProblem = (request_id: string) =>
  sql`exists (select 1 from ${handovers} where ${handovers.request_id} = ${request_id}
    and ${handovers.status} = 'problem')`;

const isUndecided = (request_id: string) =>
  sql`exists (select 1 from problems as said where said.request_id = ${request_id} and said.status = 'open'
    and said.ruled_by is null)`;

const endProblem = (db: Db, { to, ...decision }: Decision & { to: 'received' | 'failed' }) =>
  db
    .update(handovers)
    .set({ status: to, ended_at: decision.stamp.at, ended_by: 'staff' })
    .where(and(eq(handovers.request_id, decision.target_id), eq(handovers.status, 'problem'), mayDecide(decision)));

const ruleForBuyer = (db: Db, decision: Decision) =>
  db
    .update(problems)
    .set({ ruled_by: 'staff' })
    .where(
      and(
        eq(problems.request_id, decision.target_id),
        eq(problems.status, 'open'),
        isNull(problems.ruled_by),
        mayDecide(decision),
      ),
    );

const dropWaiting = (db: Db, request_id: string) =>
  db
    .update(refunds)
    .set({ status: 'dropped' })
    .where(and(eq(refunds.request_id, request_id), eq(refunds.status, 'asked')));

/** A seller is not at fault for a cancelled event. */
const recordFailure = (db: Db, { request_id, stamp }: { request_id: string; stamp: AuditStamp }): Write =>
  insertFrom(db, sellerFailures, {
    row: { request_id, seller_id: ticketRequests.seller_id, created_at: stamp.at },
    from: sql`from ${ticketRequests} where ${ticketRequests.id} = ${request_id} and exists (select 1 from ${problems}
      where ${problems.request_id} = ${request_id} and ${problems.status} = 'refunded'
        and ${problems.kind} <> 'event_cancelled')`,
  }).onConflictDoNothing();

/** Throws `payments.decided` if the seller has no open failure, and `payments.party` if the admin is the seller. */
export async function settleSeller(
  db: Db,
  { seller_id, note, stamp }: SettleSeller & { seller_id: string; stamp: AuditStamp },
): Promise<void> {
  if (seller_id === stamp.actor_id) throw partyMayNot();
  const run = settleFailuresOf(db, { seller_id, now: stamp.at });
  const change = {
    run,
    action: 'seller.settle',
    target_type: 'person',
    target_id: seller_id,
    before: null,
    after: { note },
  };
  if (!(await tryAudited(db, { stamp, changes: [change] }))) throw decidedMeanwhile();
}

function refundAll(db: Db, decision: Decision): Write {
  const { target_id: request_id, note, stamp } = decision;
  const other = askedBefore(decision);
  return insertFrom(db, refunds, {
    row: {
      request_id,
      amount_cents: leftToRefund,
      reason: 'problem',
      note,
      asked_by: sql`coalesce(${other}, ${stamp.actor_id})`,
      approved_by: sql`iif(${other} is null, null, ${stamp.actor_id})`,
      created_at: stamp.at,
    },
    from: sql`from ${payments} where ${payments.request_id} = ${request_id} and ${leftToRefund} > 0
      and ${mayDecide(decision)}`,
  }).onConflictDoNothing();
}

/**
 * Freezes a payout, or ends reasons for which it is frozen. Ending a reason waits for a second admin by the same rule
 * of $200 as `decideHandover`. Throws the errors of `askInstead`.
 */
export async function movePayout(
  db: Db,
  { request_id, stamp, ...move }: MovePayout & { request_id: string; stamp: AuditStamp },
): Promise<Decided> {
  const reasons = move.to === 'due' ? move.reasons.toSorted((one, other) => one.localeCompare(other)) : [];
  const decision: Decision = { ...ofRequest(request_id), action: `payout.due:${reasons.join(',')}`, stamp };
  const may = isNoParty(request_id, stamp);
  const run =
    move.to === 'frozen'
      ? holdPayout(db, { request_id, reason: 'staff', source: stamp.actor_id, now: stamp.at, may })
      : endHoldsOf(db, { ...decision, reasons });
  const change = { run, ...ofRequest(request_id), action: `payout.${move.to}`, before: null, after: move };
  const also =
    move.to === 'due' ? [db.delete(staffAsks).where(sql`target_id = ${request_id} and action like 'payout.%'`)] : [];
  const isDone = await tryAudited(db, { stamp, changes: [change], also });
  return isDone ? 'done' : askInstead(db, decision, isHeldFor(request_id, reasons));
}

const isHeldFor = (request_id: string, reasons: readonly HoldReason[]) => {
  const isOf = and(eq(payoutHolds.request_id, request_id), inArray(payoutHolds.reason, [...reasons]));
  return sql`exists (select 1 from ${payoutHolds} where ${and(isOf, isNull(payoutHolds.ended_at))})`;
};

const endHoldsOf = (db: Db, { reasons, ...decision }: Decision & { reasons: readonly HoldReason[] }) =>
  db
    .update(payoutHolds)
    .set({ ended_at: decision.stamp.at, ended_by: decision.stamp.actor_id })
    .where(
      and(
        eq(payoutHolds.request_id, decision.target_id),
        inArray(payoutHolds.reason, [...reasons]),
        isNull(payoutHolds.ended_at),
        mayDecide(decision),
      ),
    );
