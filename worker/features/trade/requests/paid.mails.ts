import { longDate } from '../../../contract/time/event-time.ts';
import { dollars, priceText } from '../../../contract/trade/money.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { UntoldRequest } from './tell-buyers.db.ts';

const RELEASED = 'Nothing was charged. The reservation on your card ends within days.';

const money = (cents: number | null) => priceText(dollars(cents ?? 0));
const time = (at: Date | null) => (at ? longDate(at.toISOString()) : '');

/**
 * The receipt for the buyer of a paid request: the parts of the total, when the card was charged, and what comes next.
 */
export function receiptMail(
  { quantity, payment, event, venue }: UntoldRequest,
  { SITE_URL }: Pick<Env, 'SITE_URL'>,
): Mail {
  const { tickets_cents, buyer_fee_cents, captured_at, due_at } = payment;
  const total = money((tickets_cents ?? 0) + (buyer_fee_cents ?? 0));
  const parts = [
    `${ticketCount(quantity)}: ${money(tickets_cents)}`,
    `Fee: ${money(buyer_fee_cents)}`,
    `Total: ${total}`,
  ];
  const next = [
    `The seller sends the tickets to this address by ${time(due_at)}. If they do not, you get ${total} back.`,
    'Payment protection: the money is held until hand-over. Say in My tickets when you have them, or if something is wrong.',
  ];
  return {
    subject: `Paid: ${event.title}`,
    text: [
      `The seller said yes to ${ticketCount(quantity)} for ${event.title}, and your card was charged on ${time(captured_at)}.`,
      parts.join('\n'),
      next.join(' '),
    ].join('\n\n'),
    event: { ...event, venue },
    step: { label: 'See your tickets', link: `${SITE_URL}/my-tickets` },
  };
}

/** The tickets of a request with their price as the buyer saw it: with the fees if they are paid here. */
export function askedFor({
  quantity,
  price_cents,
  payment: { tickets_cents, buyer_fee_cents },
  event,
}: UntoldRequest): string {
  const [each, fees] =
    tickets_cents === null ? [price_cents, ''] : [(tickets_cents + (buyer_fee_cents ?? 0)) / quantity, ' with fees'];
  return `${ticketCount(quantity)} for ${event.title} at ${money(each)} each${fees}`;
}

/** True of a request whose buyer has not finished paying in time. */
export const isUnpaid = ({ status, payment }: UntoldRequest) =>
  status === 'expired' && payment.status !== null && payment.authorized_at === null;

/** That nothing was charged, and what happens to the reservation on the card if there was one. */
export const nothingCharged = ({ payment }: UntoldRequest) =>
  payment.authorized_at ? RELEASED : 'Nothing was charged.';
