import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { type Mail, renderMail } from '../../http/mail.ts';
import { outboxInsert } from '../../http/outbox.ts';
import type { Decided } from './decide.db.ts';
import type { Queue } from './queues.db.ts';

/** The mail about a decision, for the person it concerns. Null for a status that causes no mail. */
export function decisionMail(kind: Queue['kind'], { status, event_title }: Pick<Decided, 'status' | 'event_title'>): Mail | null {
  if (kind === 'application') return APPLICATION_MAILS[status] ?? null;
  // A title goes into a header line, so it is kept to one line.
  const event = (event_title ?? 'Vouch').replaceAll(/\s+/g, ' ');
  if (status === 'accepted') {
    return {
      subject: `You're in: ${event}`,
      text: `Good news: you are off the waitlist for ${event}. We will be in touch with what comes next.`,
    };
  }
  if (status === 'declined') {
    return {
      subject: `About the waitlist for ${event}`,
      text: `There was no room left for you on the waitlist for ${event} this time. Other nights are waiting.`,
    };
  }
  return null;
}

const APPLICATION_MAILS: Partial<Record<Decided['status'], Mail>> = {
  approved: {
    subject: 'You are a verified reseller',
    text: 'Your application was approved: you can list spare tickets now, at fair prices.',
  },
  needs_info: {
    subject: 'One more thing about your application',
    text: 'We need a little more from you before we can decide. Reply to this mail and tell us about the tickets you want to sell.',
  },
  rejected: {
    subject: 'About your reseller application',
    text: 'We cannot approve your application to sell this time. Reply to this mail if you think we got it wrong.',
  },
  suspended: {
    subject: 'Your reseller account is suspended',
    text: 'You cannot list tickets for now. Reply to this mail and we will look at it together.',
  },
};

/** The statements that write the mails about decisions, for the transaction of the decisions. After it the ids go to the queue. */
export async function mailsTo(c: Context<AppEnv>, kind: Queue['kind'], decided: readonly Decided[]) {
  const mails = decided.flatMap((person) => {
    const mail = decisionMail(kind, person);
    return mail ? [{ person, mail }] : [];
  });
  return Promise.all(
    mails.map(async ({ person: { name, email }, mail }) =>
      outboxInsert(c, { channel: 'email', recipient: email, ...(await renderMail({ ...mail, name })) }),
    ),
  );
}
