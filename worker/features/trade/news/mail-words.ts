import { longDate } from '../../../contract/time/event-time.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { endOfSale, AUTO_RECEIVED_MS } from '../../../contract/trade/payment-times.ts';
import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Mail, MailEvent } from '../../../http/outbox/mail.ts';
import type { UntoldHandover } from './find-untold.db.ts';

export interface MailToOne {
  role: 'buyer' | 'seller';
  mail: Mail;
}

export type Words = Pick<Mail, 'subject' | 'text'>;

export type Told = { role: 'buyer' | 'seller'; mail: Words }[];

export const aboutEvent = (
  { event, venue }: { event: Omit<MailEvent, 'venue'>; venue: MailEvent['venue'] },
  site: string,
) => ({ event: { ...event, venue }, step: { label: 'Open My tickets', link: `${site}/my-tickets` } });

export const time = (at: Date) => longDate(at.toISOString());
export const receives = ({ tickets_cents, seller_fee_cents }: UntoldHandover) =>
  centsText(tickets_cents - seller_fee_cents);
/** The total that the buyer paid. The part of a replacement's price that we paid (`added_cents`) is not in it. */
export const total = ({ tickets_cents, buyer_fee_cents, added_cents }: UntoldHandover) =>
  centsText(tickets_cents + buyer_fee_cents - added_cents);
export const ticketsOf = ({ quantity, event }: Pick<UntoldHandover, 'quantity'> & { event: { title: string } }) =>
  `${ticketCount(quantity)} for ${event.title}`;

export const autoReceivedAt = ({ event, ...promise }: UntoldHandover) =>
  time(new Date(endOfSale(promise, event).getTime() + AUTO_RECEIVED_MS));

export const HELD = 'Payment protection: we hold the money until hand-over.';

/** The mail begins with the sentence `why`. */
export function replacedMail({
  why,
  quantity,
  event,
  replaced_back_cents,
}: Pick<UntoldHandover, 'quantity' | 'replaced_back_cents'> & { why: string; event: { title: string } }): Words {
  const [found, them] = quantity === 1 ? ['another ticket', 'it'] : ['other tickets', 'them'];
  const back = replaced_back_cents
    ? ` The price is lower, so ${centsText(replaced_back_cents)} goes back to your card.`
    : '';
  return {
    subject: `We found you ${found}: ${event.title}`,
    text: `${why} We found you ${found} for the same night. You don't pay anything more.${back} Open ${them} in My tickets.`,
  };
}
