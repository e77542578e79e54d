import type {
  HoldReason,
  PaymentStatus,
  PayoutStatus,
  RefundReason,
  RefundStatus,
} from '../../../drizzle/vocabulary.ts';
import type {
  HandoverKind,
  HandoverStatus,
  ProblemHold,
  ProblemKind,
  ProblemStatus,
} from '../../../drizzle/handover-vocabulary.ts';
import { dollars } from './money.ts';
import { endOfSale, RECEIVED_BY_ITSELF_MS } from './payment-times.ts';
import { worksFrom } from './problem-times.ts';

/** The newest problem of a request. Times are UTC ms. */
export interface ProblemFacts {
  kind: ProblemKind;
  text: string;
  status: ProblemStatus;
  decide_by: number;
  seller_text: string | null;
  seller_answered_at: number | null;
  ruled_by: string | null;
  held_because: ProblemHold | null;
}

/**
 * A payment with what belongs to it, as the database holds it. Amounts are in cents. Values of a missing row are null.
 */
export interface PaymentFacts {
  status: PaymentStatus | null;
  tickets_cents: number | null;
  buyer_fee_cents: number | null;
  seller_fee_cents: number | null;
  taken_cents: number | null;
  session_url: string | null;
  promised_start_at: Date | null;
  promised_end_at: Date | null;
  promised_kind: HandoverKind | null;
  handover_status: HandoverStatus | null;
  handover_due_at: Date | null;
  problem: string | null;
  payout_status: PayoutStatus | null;
  payout_due_at: Date | null;
  held_because: HoldReason[];
  refund: { amount_cents: number; status: Exclude<RefundStatus, 'asked' | 'dropped'>; because: RefundReason } | null;
  is_disputed: boolean;
  added_cents: number | null;
  /** The request whose tickets these replace, and the request that replaces these. */
  replaces: string | null;
  replaced_by: string | null;
  reported: ProblemFacts | null;
}

/** The role of the person who looks, the time, and what the view needs of the request and its event. */
interface Viewer {
  role: 'buyer' | 'seller';
  /** The end of the pay window while nothing is paid. */
  expires_at: Date;
  event: { start_at: Date; end_at: Date | null };
  now: Date;
}

/**
 * A payment as one of its people sees it, in dollars; null without a payment. The buyer sees the total and the fee, and
 * the address of the card page while the tickets can be paid. What we added to the price of a replacement is no part of
 * the buyer's total. The seller sees what they receive.
 */
export function paymentView(facts: PaymentFacts, { role, expires_at, event, now }: Viewer) {
  const { status, tickets_cents, buyer_fee_cents, seller_fee_cents } = facts;
  if (status === null || tickets_cents === null || buyer_fee_cents === null || seller_fee_cents === null) return null;
  const isBuyer = role === 'buyer';
  const isPayable = isBuyer && status === 'awaiting' && expires_at > now;
  return {
    status,
    tickets: dollars(tickets_cents),
    total: isBuyer ? dollars(tickets_cents + buyer_fee_cents - (facts.added_cents ?? 0)) : null,
    fee: isBuyer ? dollars(buyer_fee_cents) : null,
    receives: isBuyer ? null : dollars(tickets_cents - seller_fee_cents),
    pay_url: isPayable ? facts.session_url : null,
    pay_until: isPayable ? expires_at : null,
    refunded: dollars(facts.taken_cents ?? 0),
    is_disputed: facts.is_disputed,
    replaces: isBuyer ? facts.replaces : null,
    replaced_by: isBuyer ? facts.replaced_by : null,
    problem: facts.reported && problemView(facts.reported),
    handover: handoverView(facts, event),
    refund: facts.refund && {
      status: facts.refund.status,
      because: facts.refund.because,
      amount: dollars(facts.refund.amount_cents),
    },
    payout: isBuyer ? null : payoutView(facts, { receives: dollars(tickets_cents - seller_fee_cents) }),
  };
}

export type PaymentView = NonNullable<ReturnType<typeof paymentView>>;

function handoverView(facts: PaymentFacts, event: Viewer['event']) {
  const { handover_status, handover_due_at, promised_start_at, promised_end_at, problem } = facts;
  if (handover_status === null || handover_due_at === null || promised_start_at === null || promised_end_at === null)
    return null;
  const received_by_itself_at = new Date(endOfSale({ promised_end_at }, event).getTime() + RECEIVED_BY_ITSELF_MS);
  const works_from = worksFrom({ promised_start_at });
  return {
    status: handover_status,
    kind: facts.promised_kind,
    due_at: handover_due_at,
    works_from,
    received_by_itself_at,
    problem,
  };
}

/**
 * A problem as both sides see it. `may_answer` is true while the seller's answer is awaited until `decide_by`. With
 * `is_for_staff` staff decide by then, whether the seller answers or not.
 */
function problemView({
  kind,
  text,
  status,
  decide_by,
  seller_text,
  seller_answered_at,
  ruled_by,
  held_because,
}: ProblemFacts) {
  const may_answer = status === 'open' && seller_answered_at === null && ruled_by === null;
  const is_for_staff = status === 'open' && held_because !== null;
  return { kind, text, status, decide_by: new Date(decide_by), seller_text, may_answer, is_for_staff };
}

function payoutView({ payout_status, payout_due_at, held_because }: PaymentFacts, { receives }: { receives: number }) {
  return payout_status && payout_due_at && { status: payout_status, due_at: payout_due_at, held_because, receives };
}
