import type { RefundReason } from '../../../../../drizzle/vocabulary.ts';
import type { HandoverEnder, ProblemHold } from '../../../../../drizzle/handover-vocabulary.ts';
import { priceOf } from '../../../../contract/trade/fees.ts';
import { feesOf } from '../../../../http/shared/configured-fees.ts';
import { refundOfRest } from './cancelled-event.ts';
import { book } from './commit.db.ts';
import { handoverDue, payoutDue, staffDecideBy } from './deadlines.rules.ts';
import { leftOf, totalOf } from './money-split.rules.ts';
import { findReplacement, type Replacement } from './find-replacement.db.ts';
import { beginHeldProblem, holdProblem } from './hold-problem.db.ts';
import { acceptReplacement, closeReplaced, payReplacement, recordSellerFailure } from './remedy.db.ts';
import { beginHandover, beginPayout, beginRefund, dropPayout, endHandover } from './statements.db.ts';
import { returnAdded } from './take-back.ts';
import { type Snapshot, step, type StepResult } from './step.ts';

const MOST_REPLACED = 3;

interface Failure {
  reason: Extract<RefundReason, 'not_delivered' | 'problem'>;
  by: HandoverEnder;
}

/**
 * Gives the buyer other tickets or a full refund. If all possible replacements could be part of a fraud, staff decide
 * first. If the seller is not at fault, the buyer always gets the refund, and the seller can go on listing.
 */
export async function failSale(snapshot: Snapshot, { reason, by }: Failure): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { payment, request, problem } = sale;
  const { request_id } = payment;
  // A seller does not have to send tickets while the buyer's bank may take the money back.
  const isExcused = by === 'time' && sale.disputes.some(({ status }) => status === 'open');
  const isSellers = sale.hands_over && problem?.kind !== 'event_cancelled' && !isExcused;
  const failed = [
    endHandover(db, { request_id, to: 'failed', by, now }),
    ...(isSellers ? [recordSellerFailure(db, { request_id, seller_id: request.seller_id, created_at: now })] : []),
  ];
  // A held problem leads to a replacement only if staff have decided it. Otherwise the buyer gets the money back.
  const isOpen = !problem?.held_because || problem.ruled_by === 'staff';
  const found =
    isSellers && isOpen && mayBeReplaced(snapshot) ? await findReplacement(db, { sale, env: snapshot.env, now }) : null;
  if (!found) return step(snapshot, {}, [...failed, ...refundOfRest(db, { sale, reason, now })]);
  if (found.held_because && found.held_because !== problem?.held_because) return hold(snapshot, found.held_because);
  return step(snapshot, { moved_cents: leftOf(payment) }, [
    ...replace(snapshot, found),
    ...dropPayout(db, request_id, now),
    ...failed,
  ]);
}

function hold(snapshot: Snapshot, held_because: ProblemHold): Promise<StepResult> {
  const { sale, db, now } = snapshot;
  const { request_id, promised_start_at } = sale.payment;
  const decide_by = staffDecideBy({ promised_start_at, now });
  return step(
    snapshot,
    {},
    sale.problem
      ? [holdProblem(db, { id: sale.problem.id, held_because, decide_by })]
      : beginHeldProblem(db, { request_id, held_because, decide_by, now }),
  );
}

/**
 * Tickets can be replaced only while we hold all the money of the sale. A refund that was made because an
 * earlier replacement was cheaper does not prevent another replacement.
 */
function mayBeReplaced({ sale }: Snapshot): boolean {
  const { payment, payout, refunds, disputes, replaced_before } = sale;
  const isWhole =
    payment.taken_cents === 0 && payment.moved_cents === 0 && payment.released_at === null && leftOf(payment) > 0;
  const isUnpaid =
    payout !== null && (payout.status === 'due' || payout.status === 'frozen') && payout.paid_cents === 0;
  return (
    isWhole &&
    isUnpaid &&
    replaced_before < MOST_REPLACED &&
    refunds.every(({ reason }) => reason === 'cheaper') &&
    disputes.every(({ status }) => status !== 'open')
  );
}

/** Makes an accepted ticket request with its own hand-over and payout. The money of the failed request pays for it. */
function replace({ env, sale, db, now }: Snapshot, { listing_id, seller_id, ask_price_cents }: Replacement) {
  const { payment, request, event } = sale;
  const [from, id] = [payment.request_id, crypto.randomUUID()];
  const price = priceOf({ ask_cents: ask_price_cents, quantity: request.quantity, fees: feesOf(env) });
  const money = leftOf(payment);
  const total = totalOf(price);
  const added_cents = Math.max(0, total - money);
  const over_cents = Math.max(0, money - total);
  const into = `hold:${id}`;
  const legs = [
    // If the failed tickets were a dearer replacement, we had paid a part of their price. This takes our part out of
    // the hold.
    ...returnAdded(sale, payment.added_cents).map((goal) => Object.assign(goal, { debit: `hold:${from}` })),
    { debit: `hold:${from}`, credit: into, amount_cents: money - over_cents },
    // The seller who failed now owes us what we add to the price of the new tickets.
    { debit: `receivable:${request.seller_id}`, credit: into, amount_cents: added_cents },
    { debit: `hold:${from}`, credit: `refund_due:${id}`, amount_cents: over_cents },
  ];
  const due_at = handoverDue({ captured_at: now, promised_due_at: payment.promised_due_at });
  return [
    acceptReplacement(db, { id, from, listing_id, seller_id, ask_price_cents, request, now }),
    payReplacement(db, { id, payment, price, added_cents, now }),
    ...book(db, { cause: `replaced:${from}`, legs, request_id: id, now }),
    beginHandover(db, { request_id: id, status: 'delivered', delivered_at: now, due_at }),
    beginPayout(db, { request_id: id, seller_id, due_at: payoutDue(event) }),
    ...(over_cents > 0
      ? [
          beginRefund(db, {
            request_id: id,
            amount_cents: over_cents,
            reason: 'cheaper',
            booked_at: now,
            created_at: now,
          }),
        ]
      : []),
    closeReplaced(db, { request_id: from, replaced_by: id, now }),
  ];
}
