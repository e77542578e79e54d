import { HOUR } from '../../../../contract/time/durations.ts';
import { settleBrokenGroup, settleCancelledEvent } from './cancelled-event.ts';
import { receivedByItself, refundsBegin } from './deadlines.rules.ts';
import { settleCustody } from './settle-custody.ts';
import { settleDisputes } from './settle-disputes.ts';
import { settleDeadlines, settleHandover } from './settle-handover.ts';
import { sendPayout, settlePayout } from './settle-payout.ts';
import { settleProblem } from './settle-problem.ts';
import { settleRefunds, settleReturnedRefunds } from './settle-refunds.ts';
import { after, earliest, type Look, type Turn } from './turn.ts';

/**
 * What is decided without the provider goes first, so that no deadline waits for it. Then a decided payout, then money
 * that came back, then disputes, because they bar the rest.
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

/** A payment that was charged: each part takes one step, or says that nothing is due. */
export async function settleCaptured(look: Look): Promise<Turn> {
  for (const part of PARTS) {
    const moved = await part(look);
    if (moved) return moved;
  }
  return { until: nextLook(look) };
}

/** When something is decided next that needs nobody. Null if nothing is. */
export function nextDeadline({ sale, now }: Pick<Look, 'sale' | 'now'>): Date | null {
  const { handover, problem, event } = sale;
  const cancelled = refundsBegin(event);
  return earliest(
    cancelled && cancelled > now ? cancelled : null,
    problem && problemDeadline(problem, now),
    handover?.status === 'due' ? handover.due_at : null,
    handover?.status === 'delivered' ? receivedByItself(event) : null,
  );
}

/**
 * When something is due next. Null once the sale is closed: then only an event of the provider or of a person wakes it.
 */
function nextLook({ sale, now }: Look): Date | null {
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

/** When something is decided about an open problem. Null if only staff decide. */
function problemDeadline(
  { ruled_by, held_because, decide_by }: NonNullable<Look['sale']['problem']>,
  now: Date,
): Date | null {
  if (ruled_by) return now;
  return held_because === 'confirmed' ? null : decide_by;
}
