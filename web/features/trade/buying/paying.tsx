import { useQuery } from '@tanstack/react-query';
import { CHARGED_LATER, chargedWhen, priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';
import { useApi } from '../../../use-api.ts';
import { isPayable, type Payable, PayButton, TimeToPay } from '../payments/pay-button.tsx';
import { useCurrentTime } from '../resale/use-current-time.ts';
import { myEventQuery } from './my-event.queries.ts';
import s from './purchase-sheet.module.css';

interface Unpaid extends Payable {
  quantity: number;
  group_id?: string;
  payment?: (NonNullable<Payable['payment']> & { total: number | null; sold_at_once: boolean }) | null;
}

/** Finds the buyer's unpaid ticket request for this event, made in this tab or in another one. */
export function useUnpaid({
  event_id,
  me,
  granted,
}: {
  event_id: string;
  me: string | null;
  granted: Unpaid | null;
}): Unpaid | undefined {
  const api = useApi();
  const { data: mine } = useQuery(myEventQuery(api, { user_id: me, event_id }));
  const now = useCurrentTime();
  const known = mine?.requests.find((request) => isPayable(request, now));
  if (known) return known;
  const isKnown = mine?.requests.some(({ id }) => id === granted?.id);
  return granted && !isKnown && isPayable(granted, now) ? granted : undefined;
}

export function ContinuePayment({ request }: { request: Unpaid }) {
  const { quantity, payment, group_id } = request;
  const sold_at_once = payment?.sold_at_once ?? false;
  return (
    <div className={s.sheet}>
      <p>
        <b>{ticketCount(quantity)}</b> {quantity === 1 ? 'is' : 'are'} held for you:{' '}
        <b>{priceText(payment?.total ?? 0)}</b> in all. Not paid yet.
      </p>
      {payment?.pay_until && <TimeToPay until={payment.pay_until} />}
      <PayButton request={request} label="Continue to payment" />
      <p className="muted">{chargedWhen({ sold_at_once, is_in_group: group_id !== undefined })}</p>
    </div>
  );
}

export function PriceParts({ paying: { tickets, fee } }: { paying: { tickets: number; fee: number } }) {
  return (
    <p className="muted">
      Tickets {priceText(tickets)} + fee {priceText(fee)}
    </p>
  );
}

export function PayTerms({ isInstant }: { isInstant: boolean }) {
  return (
    <p className={`muted ${s.terms}`}>
      {isInstant ? 'This seller sells at once: you are charged as soon as your card is authorized.' : CHARGED_LATER}{' '}
      Payment protection: the money is held until hand-over, and you get it back if the tickets don’t arrive.{' '}
      <a href="/guarantee" target="_blank">
        Refund guarantee
      </a>
    </p>
  );
}
