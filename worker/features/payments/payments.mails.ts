import type { HandoverStatus, RefundReason } from '../../../drizzle/vocabulary.ts';
import { longDate } from '../../contract/event-time.ts';
import { dollars, priceText } from '../../contract/money.ts';
import { endOfEvent, RECEIVED_BY_ITSELF_MS } from '../../contract/payment-times.ts';
import { ticketCount } from '../../contract/ticket-quantity.ts';
import type { Mail } from '../../http/mail.ts';
import type { UntoldHandover, UntoldRefund } from './find-untold.db.ts';

/** A mail to one of the two people of a request. */
export interface MailToOne {
  role: 'buyer' | 'seller';
  mail: Mail;
}

const money = (cents: number) => priceText(dollars(cents));
const time = (at: Date) => longDate(at.toISOString());
const receives = ({ tickets_cents, seller_fee_cents }: UntoldHandover) => money(tickets_cents - seller_fee_cents);
const total = ({ tickets_cents, buyer_fee_cents }: UntoldHandover) => money(tickets_cents + buyer_fee_cents);
const ticketsOf = ({ quantity, event }: UntoldHandover) => `${ticketCount(quantity)} for ${event.title}`;

const HELD = 'Payment protection: the money is held until hand-over.';

/** The mails about the status of a hand-over. */
export function statusMails(handover: UntoldHandover, told: HandoverStatus, site: string): MailToOne[] {
  const { event, venue } = handover;
  const about = { event: { ...event, venue }, step: { label: 'Open My tickets', link: `${site}/my-tickets` } };
  return MAILS[told](handover).map(({ role, mail }) => ({ role, mail: { ...about, ...mail } }));
}

type Told = { role: 'buyer' | 'seller'; mail: Pick<Mail, 'subject' | 'text'> }[];
const toSeller = (mail: Pick<Mail, 'subject' | 'text'>): Told => [{ role: 'seller', mail }];
const toBuyer = (mail: Pick<Mail, 'subject' | 'text'>): Told => [{ role: 'buyer', mail }];

const MAILS: Record<HandoverStatus, (handover: UntoldHandover) => Told> = {
  // The buyer has the receipt. A hand-over that has gone on meanwhile needs no mail about its beginning.
  due: (handover) =>
    handover.status === 'due'
      ? toSeller({
          subject: `Paid: send the tickets for ${handover.event.title}`,
          text: `The buyer has paid for ${ticketsOf(handover)}. Send them to ${handover.buyer_email ?? 'the buyer'} by ${time(handover.due_at)}, then press “I sent the tickets” in My tickets. If they are not sent in time, the buyer gets the money back. You receive ${receives(handover)} after the hand-over.`,
        })
      : [],
  delivered: (handover) =>
    toBuyer({
      subject: `Sent to you: ${handover.event.title}`,
      text: `The seller says that ${ticketsOf(handover)} were sent to this address. Check them, and say in My tickets that you have them, or that something is wrong. If you say nothing, they count as received on ${time(receivedByItself(handover))}. ${HELD}`,
    }),
  problem: (handover) =>
    toSeller({
      subject: `Problem reported: ${handover.event.title}`,
      text: `The buyer of ${ticketsOf(handover)} says: “${handover.problem ?? ''}” We look into it. The money stays held meanwhile, and we write to you.`,
    }),
  received: (handover) => [...toSeller(receivedMail(handover)), ...(handover.ended_by === 'staff' ? toBuyer(decidedMail(handover)) : [])],
  failed: (handover) =>
    toSeller({
      subject: `Not paid out: ${handover.event.title}`,
      text: `${FAILED[handover.ended_by ?? 'time'] ?? FAILED.time} The buyer of ${ticketsOf(handover)} gets ${total(handover)} back, and nothing is paid out.`,
    }),
};

const FAILED: Partial<Record<NonNullable<UntoldHandover['ended_by']>, string>> & { time: string } = {
  time: 'The tickets were not sent in time.',
  staff: 'We have looked into the problem that the buyer reported.',
  event: 'The night was cancelled.',
};

function receivedMail(handover: UntoldHandover) {
  const from = handover.payout.due_at ? ` You can be paid ${receives(handover)} from ${time(handover.payout.due_at)}.` : '';
  const how = handover.ended_by === 'time' ? 'count as received, because the buyer reported no problem' : 'have arrived';
  return { subject: `Received: ${handover.event.title}`, text: `The ${ticketsOf(handover)} ${how}.${from}` };
}

const decidedMail = (handover: UntoldHandover) => ({
  subject: `Decided: ${handover.event.title}`,
  text: `We have looked into the problem that you reported with ${ticketsOf(handover)}. The tickets count as received. Answer this mail if you see it otherwise.`,
});

const receivedByItself = ({ event }: UntoldHandover) => new Date(endOfEvent(event).getTime() + RECEIVED_BY_ITSELF_MS);

/** The mails to both people before the deadline of a hand-over. */
export function reminderMails(handover: UntoldHandover, site: string): MailToOne[] {
  const { event, venue, due_at, buyer_email } = handover;
  const about = { event: { ...event, venue }, step: { label: 'Open My tickets', link: `${site}/my-tickets` } };
  const forSeller = `Send ${ticketsOf(handover)} to ${buyer_email ?? 'the buyer'} by ${time(due_at)}, and say so in My tickets. Otherwise the buyer gets the money back.`;
  const forBuyer = `The seller has until ${time(due_at)} to send ${ticketsOf(handover)}. If you have them already, say so in My tickets. If they are not sent in time, you get ${total(handover)} back.`;
  return [
    { role: 'seller', mail: { ...about, subject: `Send the tickets soon: ${event.title}`, text: forSeller } },
    { role: 'buyer', mail: { ...about, subject: `Your tickets are to come soon: ${event.title}`, text: forBuyer } },
  ];
}

const WHY: Record<RefundReason, string> = {
  event_cancelled: 'because the night was cancelled',
  not_delivered: 'because the seller did not send the tickets in time',
  problem: 'because something was wrong with the tickets',
  cheaper: 'because the other tickets that we found cost less',
  staff: 'as our support decided',
};

/** The mail to the buyer about a refund that the provider has taken. */
export function refundMail({ amount_cents, reason, quantity, event, venue }: UntoldRefund, site: string): Mail {
  const amount = money(amount_cents);
  return {
    subject: `Refund of ${amount}: ${event.title}`,
    text: `${amount} for ${ticketCount(quantity)} for ${event.title} is on its way back to your card, ${WHY[reason]}. Your bank may take some days to show it.`,
    event: { ...event, venue },
    step: { label: 'Open My tickets', link: `${site}/my-tickets` },
  };
}
