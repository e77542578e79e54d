import type { Mail, MailEvent } from '../../../http/outbox/mail.ts';
import type { Queue, ReviewStatus } from './queues.db.ts';

interface Decided {
  status: ReviewStatus;
  event: MailEvent | null;
  can_sell: boolean;
  question: string | null;
  /** For a waitlist entry: how many people may come in. */
  places: number;
}

type Links = Pick<Env, 'SITE_URL' | 'SUPPORT_EMAIL'>;

/** Returns null for a status that causes no mail. */
export function decisionMail(kind: Queue['kind'], decided: Decided, links: Links): Mail | null {
  return kind === 'application' ? applicationMail(decided, links) : waitlistMail(decided, links);
}

const ON_LIST = ' Your name is on the list at the door. Bring an ID, and pay at the door if the night isn’t free.';

function waitlistMail({ status, event, places }: Decided, { SITE_URL }: Links): Mail | null {
  const title = event?.title ?? 'Vouch';
  if (status === 'accepted') {
    return {
      subject: `You're in: ${title}`,
      text: `Good news: you have ${places === 1 ? 'a place' : `${places} places`} at ${title}.${event ? ON_LIST : ''}`,
      event,
      step: event
        ? { label: 'See the night', link: `${SITE_URL}/events/${event.slug}` }
        : { label: 'See the nights', link: `${SITE_URL}/events` },
    };
  }
  if (status === 'declined') {
    return {
      subject: `Not this time: ${title}`,
      text: `We’re sorry: there weren’t enough places for everyone on the waitlist for ${title}.`,
      event,
      step: { label: 'See other nights', link: `${SITE_URL}/events` },
    };
  }
  return null;
}

function applicationMail({ status, can_sell, question }: Decided, { SITE_URL, SUPPORT_EMAIL }: Links): Mail | null {
  const write = { label: 'Write to us', link: `mailto:${SUPPORT_EMAIL}?subject=My%20reseller%20application` };
  if (status === 'approved') {
    const opens = can_sell
      ? 'You can list spare tickets now, at fair prices.'
      : 'You can list spare tickets once selling is open.';
    return {
      subject: 'Approved: you’re a verified reseller',
      text: `Your application was approved. ${opens}`,
      step: can_sell
        ? { label: 'List a ticket', link: `${SITE_URL}/sell` }
        : { label: 'See the nights', link: `${SITE_URL}/events` },
    };
  }
  if (status === 'needs_info') {
    return {
      subject: 'One more thing: your reseller application',
      text: question
        ? `We need a little more from you before we can decide: ${question}`
        : 'We need a little more from you before we can decide. Write to us about the tickets you want to sell.',
      step: write,
    };
  }
  if (status === 'rejected') {
    return {
      subject: 'Not approved: your reseller application',
      text: 'We can’t approve your application to sell this time. Write to us if you think we got it wrong.',
      step: write,
    };
  }
  if (status !== 'suspended') return null;
  return {
    subject: 'Suspended: your reseller account',
    text: 'You can’t list tickets for now. Write to us, and we’ll look at it together.',
    step: write,
  };
}
