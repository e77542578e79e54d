import type { HandoverKind } from '../../../../drizzle/handover-vocabulary.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { UntoldRequest } from './tell-buyers.db.ts';

const RELEASED = 'Nothing was charged. The reservation on your card ends within days.';

const money = (cents: number | null) => centsText(cents ?? 0);
const time = (at: Date | null) => (at ? longDate(at.toISOString()) : '');

const HANDED_OVER: Record<HandoverKind, (facts: { by: string; total: string }) => string> = {
  file: ({ total }) =>
    `The seller uploaded the tickets, so they go to My tickets right away. If that fails, you get ${total} back.`,
  transfer: ({ by, total }) =>
    `The seller sends the tickets to this address by ${by}. If they don't, you get ${total} back.`,
  name_list: ({ by, total }) =>
    `The seller puts your name on the list at the door by ${by}. If they don't, you get ${total} back.`,
};

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
    HANDED_OVER[payment.promised_kind ?? 'transfer']({ by: time(due_at), total }),
    `Payment protection: we hold the money until hand-over. Tell us in My tickets when you ${payment.promised_kind === 'name_list' ? 'are in' : 'have them'}, or if something is wrong.`,
    `The refund guarantee: ${SITE_URL}/guarantee`,
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

/** Names the tickets and the price that the buyer saw. If the buyer pays through Vouch, the price includes the fees. */
export function askedFor({
  quantity,
  price_cents,
  payment: { tickets_cents, buyer_fee_cents },
  event,
}: UntoldRequest): string {
  const [each, fees] =
    tickets_cents === null ? [price_cents, ''] : [(tickets_cents + (buyer_fee_cents ?? 0)) / quantity, ' with fees'];
  return `${ticketCount(quantity)} for ${event.title} at ${money(each)}${quantity === 1 ? '' : ' each'}${fees}`;
}

export const isUnpaid = ({ status, payment }: UntoldRequest) =>
  status === 'expired' && payment.status !== null && payment.authorized_at === null;

export const nothingCharged = ({ payment }: UntoldRequest) =>
  payment.authorized_at ? RELEASED : 'Nothing was charged.';
