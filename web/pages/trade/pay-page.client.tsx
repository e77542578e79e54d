import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { priceText } from '../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../worker/contract/trade/ticket-quantity.ts';
import { GroupSteps } from '../../features/trade/payments/group-steps.tsx';
import { HandoverSteps } from '../../features/trade/problems/handover-steps.tsx';
import { isPayable, PayButton, TimeToPay } from '../../features/trade/payments/pay-button.tsx';
import { type OwnPayment, paymentQuery } from '../../features/trade/payments/payment.queries.ts';
import { standingOf } from '../../features/trade/payments/payment-words.ts';
import s from '../../features/trade/payments/payments.module.css';
import { TicketLink } from '../../features/trade/pass/ticket-link.tsx';
import { ListFailed } from '../../features/trade/resale/ticket-stub.tsx';
import { useCurrentTime } from '../../features/trade/resale/use-current-time.ts';
import { RequireSignedIn } from '../../session/gates.tsx';
import { useUserId } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Fact } from '../../common/fact.tsx';
import { useApi } from '../../use-api.ts';

export function PayPage() {
  return (
    <RequireSignedIn>
      <section className={`wrap ${s.page}`}>
        <h1>Payment</h1>
        <OwnPaymentState />
      </section>
    </RequireSignedIn>
  );
}

function OwnPaymentState() {
  const api = useApi();
  const { requestId } = useParams({ from: '/pay/$requestId' });
  const user_id = useUserId() ?? '';
  const { data, error, refetch } = useQuery(paymentQuery(api, { user_id, request_id: requestId }));
  if (data) return <Shown found={data} />;
  if (error) return <ListFailed error={error} onRetry={() => void refetch()} />;
  return <output>Checking with your bank...</output>;
}

function Shown({ found }: { found: OwnPayment }) {
  const { request } = found;
  const now = useCurrentTime();
  const { word, tone, next } = standingOf(request, now);
  const { payment, event, quantity } = request;
  if (!payment) return null;
  return (
    <>
      <div className={s.stub}>
        <div className={s.state}>
          <h2>{event.title}</h2>
          <output className={s.state}>
            <Badge tone={tone}>{word}</Badge>
            <span>{next}</span>
          </output>
          {isPayable(request, now) && <ToPay request={request} />}
          <TicketLink request={request} now={now} />
          <HandoverSteps request={request} now={now} />
        </div>
        <dl className={s.parts}>
          <Fact name={ticketCount(quantity)}>{priceText(payment.tickets)}</Fact>
          <Fact name="Fee, with payment protection">{priceText(payment.fee ?? 0)}</Fact>
          {payment.added > 0 && <Fact name="We paid the difference">-{priceText(payment.added)}</Fact>}
          <Fact name="Total">{priceText(payment.total ?? 0)}</Fact>
        </dl>
      </div>
      <GroupSteps found={found} now={now} />
      <p className="row">
        <Link to="/my-tickets" className="button">
          My tickets
        </Link>
        <Link to="/events/$slug" params={{ slug: event.slug }} className="button">
          See the night
        </Link>
        <Link to="/guarantee" className="button">
          Refund guarantee
        </Link>
      </p>
    </>
  );
}

function ToPay({ request }: { request: OwnPayment['request'] }) {
  const { payment } = request;
  if (!payment?.pay_until) return null;
  return (
    <>
      <TimeToPay until={payment.pay_until} />
      {payment.pay_url ? (
        <PayButton request={request} label="Continue to payment" />
      ) : (
        <p>Preparing the card page...</p>
      )}
      <p className="muted">Just paid? Wait here. This page checks with your bank.</p>
    </>
  );
}
