import type { KeptCard } from '../../../../drizzle/tables/trade/kept-cards.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';

/** The mail and the notification to a person whose kept card is off because the night has a new time or venue. */
export function eventMoved({
  card,
  title,
  start_at,
  SITE_URL,
}: {
  card: Pick<KeptCard, 'id' | 'wanted_id'>;
  title: string;
  start_at: Date;
  SITE_URL: string;
}): { mail: Mail; notice: Notice } {
  const path = `/wanted/${card.wanted_id}`;
  const why = `${title} has a new time or venue`;
  return {
    mail: {
      subject: `Your card is off: ${why}`,
      text: `${why}, so your card no longer takes tickets for it, and we delete the card. You are still on the waitlist, and we tell you when tickets within your price come up. To take them at once again, turn on “Take tickets at once”. It now starts ${longDate(start_at.toISOString())}, New York time.`,
      step: { label: 'See what you look for', link: `${SITE_URL}${path}` },
    },
    notice: {
      kind: 'requests',
      path,
      cause: `kept_card:${card.id}:moved`,
      title: `Your card is off: ${title}`,
      body: `The night has a new time or venue. To take tickets at once again, turn it on again.`,
    },
  };
}
