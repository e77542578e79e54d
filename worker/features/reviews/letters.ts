import type { Context } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../context.ts';
import { outboxInsert } from '../../http/outbox.ts';
import type { Decided } from './decide.db.ts';
import type { Queue } from './queues.ts';

/** What a decision says to the person it is about: a subject and a paragraph; null for a status nobody is told of. */
export function letterOf(kind: Queue['kind'], { status, event_title }: Pick<Decided, 'status' | 'event_title'>): Letter | null {
  if (kind === 'application') return APPLICATION_LETTERS[status] ?? null;
  // A title goes into a header line, so it is kept to one line.
  const night = (event_title ?? 'Vouch').replaceAll(/\s+/g, ' ');
  if (status === 'accepted') {
    return {
      subject: `You're in: ${night}`,
      text: `Good news: you are off the waitlist for ${night}. We will be in touch with what comes next.`,
    };
  }
  if (status === 'declined') {
    return {
      subject: `About the waitlist for ${night}`,
      text: `There was no room left for you on the waitlist for ${night} this time. Other nights are waiting.`,
    };
  }
  return null;
}

interface Letter {
  subject: string;
  text: string;
}

const APPLICATION_LETTERS: Partial<Record<Decided['status'], Letter>> = {
  approved: {
    subject: 'You are a verified reseller',
    text: 'Your application was approved: you can list spare tickets now, at fair prices, with the money held until they change hands.',
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

/** The outbox rows of a decision, to be written in the same transaction, with the ids to hand to the queue behind it. */
export async function lettersTo(c: Context<AppEnv>, kind: Queue['kind'], decided: readonly Decided[]) {
  const mails = decided.flatMap((person) => {
    const letter = letterOf(kind, person);
    return letter ? [{ person, letter }] : [];
  });
  return Promise.all(
    mails.map(async ({ person, letter: { subject, text } }) =>
      outboxInsert(c, {
        channel: 'email',
        recipient: person.email,
        subject,
        text: [`Hi ${person.name},`, text, SIGNED].join('\n\n'),
        html: await htmlOf({ subject, name: person.name, text }),
      }),
    ),
  );
}

const SIGNED = 'Vouch: real names, real nights';

/** The letter as a page; what people typed is escaped. */
async function htmlOf({ subject, name, text }: { subject: string; name: string; text: string }): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;background:#ffffff;color:#111827;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
        <p>Hi ${name},</p>
        <p>${text}</p>
        <p>${SIGNED}</p>
      </body>
    </html>`;
  return page.toString();
}
