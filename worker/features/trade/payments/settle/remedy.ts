import type { RefundReason } from '../../../../../drizzle/vocabulary.ts';
import type { HandoverEnder, ProblemHold } from '../../../../../drizzle/handover-vocabulary.ts';
import { priceOf } from '../../../../contract/trade/fees.ts';
import { feesOf } from '../../../../http/shared/fees.ts';
import { refundOfRest } from './cancelled-event.ts';
import { book } from './commit.db.ts';
import { handoverDue, payoutDue, staffDecideBy } from './deadlines.rules.ts';
import { leftOf, totalOf } from './money-split.rules.ts';
import { findReplacement, type Replacement } from './find-replacement.db.ts';
import { beginHeldProblem, holdProblem } from './hold-problem.db.ts';
import { acceptReplacement, closeReplaced, payReplacement, recordSellerFailure } from './remedy.db.ts';
import { beginHandover, beginPayout, beginRefund, dropPayout, endHandover } from './statements.db.ts';
import { returnAdded } from './take-back.ts';
import { type Look, step, type Turn } from './turn.ts';

/** How often the tickets of one charge are replaced at most. */
const MOST_REPLACED = 3;

/** Why a hand-over fails through its seller, and what decided it. */
interface Failure {
  reason: Extract<RefundReason, 'not_delivered' | 'problem'>;
  by: HandoverEnder;
}

/**
 * Ends a hand-over that failed. The buyer gets other tickets of the same night, or else everything back. If the only
 * others could pay a ring, staff decide first. The seller lists nothing until the failure is settled. A night that the
 * buyer calls cancelled is no failure of the seller, and nothing replaces its tickets.
 */
export async function failSale(look: Look, { reason, by }: Failure): Promise<Turn> {
  const { sale, db, now } = look;
  const { payment, request, problem } = sale;
  const { request_id } = payment;
  const isSellers = sale.hands_over && problem?.kind !== 'event_cancelled';
  const failed = [
    endHandover(db, { request_id, to: 'failed', by, now }),
    ...(isSellers ? [recordSellerFailure(db, { request_id, seller_id: request.seller_id, created_at: now })] : []),
  ];
  // Staff have seen why the problem waits. Without them the money goes back.
  const isOpen = !problem?.held_because || problem.ruled_by === 'staff';
  const offer =
    isSellers && isOpen && mayBeReplaced(look) ? await findReplacement(db, { sale, env: look.env, now }) : null;
  if (!offer) return step(look, {}, [...failed, ...refundOfRest(db, { sale, reason, now })]);
  if (offer.held_because && offer.held_because !== problem?.held_because) return hold(look, offer.held_because);
  return step(look, { moved_cents: leftOf(payment) }, [
    ...replace(look, offer),
    ...dropPayout(db, request_id, now),
    ...failed,
  ]);
}

/** Leaves a sale that failed to staff, and keeps its money back. */
function hold(look: Look, held_because: ProblemHold): Promise<Turn> {
  const { sale, db, now } = look;
  const { request_id, promised_start_at } = sale.payment;
  const decide_by = staffDecideBy({ promised_start_at, now });
  return step(
    look,
    {},
    sale.problem
      ? [holdProblem(db, { id: sale.problem.id, held_because, decide_by })]
      : beginHeldProblem(db, { request_id, held_because, decide_by, now }),
  );
}

/**
 * Only a purchase whose money is whole is replaced. What of an earlier replacement went back because it cost less does
 * not count.
 */
function mayBeReplaced({ sale }: Look): boolean {
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

/**
 * The statements of a replacement: a request that is accepted and paid with the money of the failed one, and its own
 * hand-over and payout.
 */
function replace({ env, sale, db, now }: Look, { listing_id, seller_id, ask_price_cents }: Replacement) {
  const { payment, request, event } = sale;
  const [from, id] = [payment.request_id, crypto.randomUUID()];
  const price = priceOf({ ask_cents: ask_price_cents, quantity: request.quantity, fees: feesOf(env) });
  const money = leftOf(payment);
  const total = totalOf(price);
  const added_cents = Math.max(0, total - money);
  const over_cents = Math.max(0, money - total);
  const into = `hold:${id}`;
  const legs = [
    // What we added to the price of the failed tickets returns, and is added anew.
    ...returnAdded(sale, payment.added_cents).map((goal) => Object.assign(goal, { debit: `hold:${from}` })),
    { debit: `hold:${from}`, credit: into, amount_cents: money - over_cents },
    // The seller who failed owes it.
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
