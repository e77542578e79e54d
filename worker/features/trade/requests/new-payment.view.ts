import type { Payment } from '../../../../drizzle/tables/trade/money/payments.ts';
import { type PaymentView, paymentView } from '../../../contract/trade/payment-view.ts';

export function newPaymentView(
  payment: Payment,
  { pay_until, now }: { pay_until: Date; now: Date },
): PaymentView | null {
  const begun = {
    handover_status: null,
    handover_due_at: null,
    problem: null,
    payout_status: null,
    payout_due_at: null,
  };
  return paymentView(
    { ...payment, ...begun, held_because: [], refund: null, is_disputed: false, reported: null, replaced_by: null },
    { role: 'buyer', expires_at: pay_until, event: { start_at: now, end_at: null }, now },
  );
}
