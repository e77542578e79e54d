import type { PaymentStatus } from '../../../../drizzle/vocabulary.ts';
import { useNavigate } from '@tanstack/react-router';
import { openCardPage } from './card-page.ts';
import { useCountdown } from './countdown.ts';

export interface Payable {
  id: string;
  payment?: { status: PaymentStatus; pay_url: string | null; pay_until: string | null } | null;
}

export function isPayable({ payment }: Payable, now: Date): boolean {
  return payment?.status === 'awaiting' && payment.pay_until !== null && Date.parse(payment.pay_until) > now.getTime();
}

/** Opens the card page in this tab. If there is no card page yet, opens our payment page, which waits for it. */
export function usePay() {
  const navigate = useNavigate();
  return ({ id, payment }: Payable) => {
    if (payment?.pay_url) openCardPage(payment.pay_url);
    else void navigate({ to: '/pay/$requestId', params: { requestId: id } });
  };
}

/** Opens the card page of a request. `about` tells screen readers which request it is. */
export function PayButton({ request, label = 'Pay now', about }: { request: Payable; label?: string; about?: string }) {
  const pay = usePay();
  return (
    <button type="button" className="button primary" onClick={() => pay(request)}>
      {label}
      {about && <span className="sr"> {about}</span>}
    </button>
  );
}

export function TimeToPay({ until }: { until: string }) {
  const left = useCountdown(until);
  return (
    left && (
      <p role="timer">
        You have <b>{left}</b> left to pay.
      </p>
    )
  );
}
