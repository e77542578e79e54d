import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { type Mail, renderMail } from '../../http/mail.ts';
import { outboxInsert } from '../../http/outbox.ts';
import type { Decided } from './decide.db.ts';
import type { Queue } from './queues.db.ts';

/** The addresses that a mail's button can lead to. */
type Places = Pick<Env, 'SITE_URL' | 'SUPPORT_EMAIL'>;

/** The mail about a decision, for the person it concerns. Null for a status that causes no mail. */
export function decisionMail(kind: Queue['kind'], decided: Pick<Decided, 'status' | 'event' | 'can_sell'>, places: Places): Mail | null {
  return kind === 'application' ? applicationMail(decided, places) : waitlistMail(decided, places);
}

function waitlistMail({ status, event }: Pick<Decided, 'status' | 'event'>, { SITE_URL }: Places): Mail | null {
  const title = event?.title ?? 'Vouch';
  if (status === 'accepted') {
    return {
      subject: `You're in: ${title}`,
      text: `Good news: you are off the waitlist for ${title}.`,
      event,
      step: event
        ? { label: 'See the night', link: `${SITE_URL}/events/${event.slug}` }
        : { label: 'See the nights', link: `${SITE_URL}/events` },
    };
  }
  if (status === 'declined') {
    return {
      subject: `Not this time: ${title}`,
      text: `There was no room left for you on the waitlist for ${title}.`,
      event,
      step: { label: 'See other nights', link: `${SITE_URL}/events` },
    };
  }
  return null;
}

function applicationMail({ status, can_sell }: Pick<Decided, 'status' | 'can_sell'>, { SITE_URL, SUPPORT_EMAIL }: Places): Mail | null {
  const write = { label: 'Write to us', link: `mailto:${SUPPORT_EMAIL}?subject=My%20reseller%20application` };
  if (status === 'approved') {
    const opens = can_sell ? 'You can list spare tickets now, at fair prices.' : 'You can list spare tickets once selling is open.';
    return {
      subject: 'Approved: you are a verified reseller',
      text: `Your application was approved. ${opens}`,
      step: can_sell ? { label: 'List a ticket', link: `${SITE_URL}/sell` } : { label: 'See the nights', link: `${SITE_URL}/events` },
    };
  }
  if (status === 'needs_info') {
    return {
      subject: 'One more thing: your reseller application',
      text: 'We need a little more from you before we can decide. Write to us about the tickets you want to sell.',
      step: write,
    };
  }
  if (status === 'rejected') {
    return {
      subject: 'Not approved: your reseller application',
      text: 'We cannot approve your application to sell this time. Write to us if you think we got it wrong.',
      step: write,
    };
  }
  if (status !== 'suspended') return null;
  return {
    subject: 'Suspended: your reseller account',
    text: 'You cannot list tickets for now. Write to us, and we look at it together.',
    step: write,
  };
}

/** The statements that write the mails about decisions, for the transaction of the decisions. After it the ids go to the queue. */
export async function mailsTo(c: Context<AppEnv>, kind: Queue['kind'], decided: readonly Decided[]) {
  const mails = decided.flatMap((person) => {
    const mail = decisionMail(kind, person, c.env);
    return mail ? [{ person, mail }] : [];
  });
  return Promise.all(
    mails.map(async ({ person: { name, email }, mail }) =>
      outboxInsert(c, { channel: 'email', recipient: email, ...(await renderMail({ ...mail, name })) }),
    ),
  );
}
