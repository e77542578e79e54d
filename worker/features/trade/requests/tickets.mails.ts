import { ticketCount } from '../../../contract/trade/ticket-quantity.ts';
import type { Db } from '../../../context.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import { centsText } from '../../../contract/trade/money.ts';
import { WHEN_PAID } from '../../../contract/trade/selling/payout-schedule.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import { mailAndNotice } from '../../../http/outbox/mail-and-notice.ts';
import { findMailedEvent, sellerToTell } from './mail-readers.db.ts';
import { askedFor, isUnpaid, nothingCharged, receiptMail } from './paid.mails.ts';
import { type AskedDeal, askedNotice } from './request-notices.ts';
import type { UntoldRequest } from './tell-buyers.db.ts';

type Outgoing = ReturnType<typeof mailAndNotice>;

const askedTerms = ({ receives_cents, answer_by }: AskedDeal) =>
  `You receive ${centsText(receives_cents)} ${WHEN_PAID}. Say yes or no by ${longDate(answer_by.toISOString())}. Without an answer, the request ends.`;

/**
 * Returns statements that tell a seller about a new request, at most once an hour per buyer and event. If `made_at` is
 * given, they tell the seller only if the request was made at that time. Without `deal`, the texts name no price and no
 * deadline.
 */
export async function askedMail(
  c: { env: Env; get: (key: 'db' | 'now') => unknown },
  {
    id,
    event_id,
    quantity,
    made_at,
    name = null,
    deal,
  }: {
    id: string;
    event_id: string;
    quantity: number;
    made_at?: Date;
    /** The seller's name. */
    name?: string | null;
    deal?: AskedDeal;
  },
): Outgoing {
  const event = await findMailedEvent(c.get('db') as Db, { id: event_id });
  const mail = {
    subject: `Request for ${ticketCount(quantity)}: ${event?.title ?? 'your listing'}`,
    text: `A student wants to buy ${ticketCount(quantity)} from you. ${deal ? askedTerms(deal) : 'Say yes or no before the request expires.'}`,
    event,
    step: { label: 'Answer the request', link: `${c.env.SITE_URL}/my-tickets` },
  };
  const to = sellerToTell({ id, now: c.get('now') as Date, made_at });
  return mailAndNotice(c, {
    to,
    mail,
    name,
    notice: askedNotice({ id, quantity, title: event?.title, deal }),
    purpose: 'money',
  });
}

export function outcomeMail(
  request: UntoldRequest,
  { SITE_URL, SUPPORT_EMAIL }: Pick<Env, 'SITE_URL' | 'SUPPORT_EMAIL'>,
): Mail {
  const { status, declined_at, is_open, event, venue } = request;
  const what = askedFor(request);
  const about = { ...event, venue };
  if (status === 'accepted' && request.payment.captured_at) return receiptMail(request, { SITE_URL });
  if (status === 'accepted') {
    return {
      subject: `Yes: ${event.title}`,
      text: `The seller said yes to ${what}. ${request.quantity === 1 ? 'It is' : 'They are'} off sale and kept for you.`,
      event: about,
      step: { label: 'See your request', link: `${SITE_URL}/my-tickets` },
    };
  }
  const ended = (subject: string, text: string) => ({
    subject: `${subject}: ${event.title}`,
    text: `${text} ${nothingCharged(request)}`,
    event: about,
    step: is_open
      ? { label: 'See other tickets', link: `${SITE_URL}/events/${event.slug}` }
      : { label: 'See other nights', link: `${SITE_URL}/events` },
  });
  if (request.is_in_squad) {
    const text =
      "Your squad has ended: a seller said no or didn't answer in time, a card couldn't be charged, or a friend canceled.";
    return { ...ended('Squad ended', text), step: { label: 'See your squads', link: `${SITE_URL}/my-tickets` } };
  }
  if (isUnpaid(request))
    return ended('Not paid in time', `You didn't finish paying for ${what} in time, so the tickets are back on sale.`);
  if (status === 'expired')
    return ended('No answer in time', `The seller didn't answer your request for ${what} in time.`);
  if (status === 'cancelled' && request.is_group_broken) {
    const text = `Another part of your group purchase was declined, or not answered or paid in time, so your request for ${what} has ended too.`;
    return ended('Group ended', text);
  }
  if (status === 'cancelled') {
    const text = `Your request for ${what} has ended because your account can't ask for tickets for now.`;
    const step = { label: 'Write to us', link: `mailto:${SUPPORT_EMAIL}?subject=My%20account` };
    return { ...ended('Request ended', text), step };
  }
  return declined_at === null
    ? ended('Off sale', `Your request for ${what} has ended because the tickets went off sale.`)
    : ended('Not this time', `Your request for ${what} was declined.`);
}
