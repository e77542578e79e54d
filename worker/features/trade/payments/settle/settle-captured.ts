import { HOUR } from '../../../../contract/time/durations.ts';
import { settleBrokenGroup, settleCancelledEvent } from './cancelled-event.ts';
import { autoReceivedAt, refundsBegin } from './deadlines.rules.ts';
import { settleCustody } from './settle-custody.ts';
import { settleDisputes } from './settle-disputes.ts';
import { settleDeadlines, settleHandover } from './settle-handover.ts';
import { sendPayout, settlePayout } from './settle-payout.ts';
import { settleProblem } from './settle-problem.ts';
import { settleRefunds, settleReturnedRefunds } from './settle-refunds.ts';
import { after, earliest, type Snapshot, type StepResult } from './step.ts';

/**
 * The parts are tried in this order. The parts before `sendPayout` need no provider, so an outage delays no deadline.
 * While a dispute is open, the parts after `settleDisputes` move no money.
 */
const PARTS = [
  settleCancelledEvent,
  settleBrokenGroup,
  settleCustody,
  settleProblem,
  settleDeadlines,
  sendPayout,
  settleReturnedRefunds,
  settleDisputes,
  settleRefunds,
  settleHandover,
  settlePayout,
];

export async function settleCaptured(snapshot: Snapshot): Promise<StepResult> {
  for (const part of PARTS) {
    const moved = await part(snapshot);
    if (moved) return moved;
  }
  return { until: nextDue(snapshot) };
}

export function nextDeadline({ sale, now }: Pick<Snapshot, 'sale' | 'now'>): Date | null {
  const { handover, problem, event } = sale;
  const cancelled = refundsBegin(event);
  return earliest(
    cancelled && cancelled > now ? cancelled : null,
    problem && problemDeadline(problem, now),
    handover?.status === 'due' ? handover.due_at : null,
    handover?.status === 'delivered' ? autoReceivedAt(event) : null,
  );
}

/** Null if nothing is due until a person acts or the provider sends an event. */
function nextDue({ sale, now }: Snapshot): Date | null {
  const { payout, refunds, disputes } = sale;
  const isWaiting = refunds.some(({ status }) => status === 'due') || disputes.some(({ status }) => status === 'open');
  return earliest(
    nextDeadline({ sale, now }),
    payout?.status === 'due' && payout.send_at
      ? new Date(Math.max(payout.due_at.getTime(), payout.send_at.getTime(), now.getTime() + HOUR))
      : null,
    isWaiting ? after(now, HOUR) : null,
  );
}

/** Returns `now` for a problem that is decided. Null if only staff can decide it. */
function problemDeadline(
  { ruled_by, held_because, decide_by }: NonNullable<Snapshot['sale']['problem']>,
  now: Date,
): Date | null {
  if (ruled_by) return now;
  return held_because === 'confirmed' ? null : decide_by;
}
