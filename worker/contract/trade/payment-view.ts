import type { HoldReason, PaymentStatus, PayoutStatus, WhyBack, RefundStatus } from '../../../drizzle/vocabulary.ts';
import type {
  HandoverKind,
  HandoverStatus,
  ProblemHold,
  ProblemKind,
  ProblemStatus,
} from '../../../drizzle/handover-vocabulary.ts';
import { dollars } from './money.ts';
import { OPENS_BEFORE_DOORS_MS } from './ticket-files.ts';
import { endOfSale, AUTO_RECEIVED_MS } from './payment-times.ts';
import { worksFrom } from './problem-times.ts';

/** The newest problem of a ticket request. Times are UTC ms. */
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

/** Amounts are in cents. Values of a missing row are null. */
export interface PaymentFacts {
  status: PaymentStatus | null;
  tickets_cents: number | null;
  buyer_fee_cents: number | null;
  seller_fee_cents: number | null;
  taken_cents: number | null;
  session_url: string | null;
  promised_start_at: Date | null;
  promised_end_at: Date | null;
  promised_opens_at: Date | null;
  promised_kind: HandoverKind | null;
  sold_at_once: boolean | null;
  handover_status: HandoverStatus | null;
  handover_due_at: Date | null;
  problem: string | null;
  payout_status: PayoutStatus | null;
  payout_due_at: Date | null;
  held_because: HoldReason[];
  refund: { amount_cents: number; status: Exclude<RefundStatus, 'asked' | 'dropped'>; because: WhyBack } | null;
  is_disputed: boolean;
  added_cents: number | null;
  replaces: string | null;
  replaced_by: string | null;
  reported: ProblemFacts | null;
}

interface Viewer {
  role: 'buyer' | 'seller';
  /** While the payment is `awaiting`, this is the time by which the buyer must pay. */
  expires_at: Date;
  event: { start_at: Date; end_at: Date | null };
  now: Date;
}

/**
 * A payment as its buyer or seller sees it, in dollars. Null if there is no payment. The buyer's total excludes
 * `added`, the part of a replacement's price that we paid.
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
    added: isBuyer ? dollars(facts.added_cents ?? 0) : 0,
    receives: isBuyer ? null : dollars(tickets_cents - seller_fee_cents),
    pay_url: isPayable ? facts.session_url : null,
    pay_until: isPayable ? expires_at : null,
    refunded: dollars(facts.taken_cents ?? 0),
    is_disputed: facts.is_disputed,
    sold_at_once: facts.sold_at_once === true,
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

const filesOpenAt = ({ promised_opens_at }: { promised_opens_at: Date }, { start_at }: { start_at: Date }) =>
  new Date(Math.min(promised_opens_at.getTime(), start_at.getTime() - OPENS_BEFORE_DOORS_MS));

function handoverView(facts: PaymentFacts, event: Viewer['event']) {
  const { handover_status, handover_due_at, promised_start_at, promised_end_at, promised_opens_at, problem } = facts;
  if (handover_status === null || handover_due_at === null) return null;
  if (promised_start_at === null || promised_end_at === null || promised_opens_at === null) return null;
  const received_by_itself_at = new Date(endOfSale({ promised_end_at }, event).getTime() + AUTO_RECEIVED_MS);
  const works_from = worksFrom({ promised_start_at });
  return {
    status: handover_status,
    kind: facts.promised_kind,
    due_at: handover_due_at,
    opens_at: filesOpenAt({ promised_opens_at }, event),
    works_from,
    received_by_itself_at,
    problem,
  };
}

/** `may_answer`: the seller can answer until `decide_by`. `is_for_staff`: staff decide, not the deadline. */
function problemView(problem: ProblemFacts) {
  const { kind, text, status, seller_text } = problem;
  const may_answer = status === 'open' && problem.seller_answered_at === null && problem.ruled_by === null;
  const is_for_staff = status === 'open' && problem.held_because !== null;
  return { kind, text, status, decide_by: new Date(problem.decide_by), seller_text, may_answer, is_for_staff };
}

function payoutView({ payout_status, payout_due_at, held_because }: PaymentFacts, { receives }: { receives: number }) {
  return payout_status && payout_due_at && { status: payout_status, due_at: payout_due_at, held_because, receives };
}
