import type { FreezeReason, HandoverStatus, PaymentStatus, PayoutStatus, RefundReason, RefundStatus } from '../../drizzle/vocabulary.ts';
import { dollars } from './money.ts';
import { endOfEvent, RECEIVED_BY_ITSELF_MS } from './payment-times.ts';

/** A payment with what belongs to it, as the database holds it. Amounts are in cents. Values of a missing row are null. */
export interface PaymentFacts {
  status: PaymentStatus | null;
  tickets_cents: number | null;
  buyer_fee_cents: number | null;
  seller_fee_cents: number | null;
  taken_cents: number | null;
  session_url: string | null;
  handover_status: HandoverStatus | null;
  handover_due_at: Date | null;
  problem: string | null;
  payout_status: PayoutStatus | null;
  payout_due_at: Date | null;
  frozen_because: FreezeReason | null;
  refund: { amount_cents: number; status: Exclude<RefundStatus, 'asked' | 'dropped'>; because: RefundReason } | null;
  is_disputed: boolean;
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
 * A payment as one of its people sees it, in dollars; null without a payment. The buyer sees the total and the fee, and the address of the
 * card page while the tickets can be paid. The seller sees what they receive.
 */
export function paymentView(facts: PaymentFacts, { role, expires_at, event, now }: Viewer) {
  const { status, tickets_cents, buyer_fee_cents, seller_fee_cents } = facts;
  if (status === null || tickets_cents === null || buyer_fee_cents === null || seller_fee_cents === null) return null;
  const isBuyer = role === 'buyer';
  const isPayable = isBuyer && status === 'awaiting' && expires_at > now;
  return {
    status,
    tickets: dollars(tickets_cents),
    total: isBuyer ? dollars(tickets_cents + buyer_fee_cents) : null,
    fee: isBuyer ? dollars(buyer_fee_cents) : null,
    receives: isBuyer ? null : dollars(tickets_cents - seller_fee_cents),
    pay_url: isPayable ? facts.session_url : null,
    pay_until: isPayable ? expires_at : null,
    refunded: dollars(facts.taken_cents ?? 0),
    is_disputed: facts.is_disputed,
    handover: handoverView(facts, event),
    refund: facts.refund && { status: facts.refund.status, because: facts.refund.because, amount: dollars(facts.refund.amount_cents) },
    payout: isBuyer ? null : payoutView(facts, { receives: dollars(tickets_cents - seller_fee_cents) }),
  };
}

export type PaymentView = NonNullable<ReturnType<typeof paymentView>>;

function handoverView({ handover_status, handover_due_at, problem }: PaymentFacts, event: Viewer['event']) {
  if (handover_status === null || handover_due_at === null) return null;
  const received_by_itself_at = new Date(endOfEvent(event).getTime() + RECEIVED_BY_ITSELF_MS);
  return { status: handover_status, due_at: handover_due_at, received_by_itself_at, problem };
}

function payoutView({ payout_status, payout_due_at, frozen_because }: PaymentFacts, { receives }: { receives: number }) {
  return payout_status && payout_due_at && { status: payout_status, due_at: payout_due_at, frozen_because, receives };
}
