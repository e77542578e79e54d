import type { KeptCard } from '../../../../drizzle/tables/trade/kept-cards.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import type { Mail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';

/**
 * The mail says “changed” and not “moved”. The card also ends when the event's venue is merged into another venue, even
 * if both have the same address.
 */
export function eventMoved({
  card,
  title,
  start_at,
  venue,
  SITE_URL,
}: {
  card: Pick<KeptCard, 'id' | 'wanted_id'>;
  title: string;
  start_at: Date;
  venue: string;
  SITE_URL: string;
}): { mail: Mail; notice: Notice } {
  const path = `/wanted/${card.wanted_id}`;
  const now = `${longDate(start_at.toISOString())}, New York time, at ${venue}`;
  return {
    mail: {
      subject: `Your card is off: ${title} was changed`,
      text: `${title} was changed. It starts ${now}. Because you gave your card before the change, we no longer take tickets with it, and we’ll delete it. You’re still on the waitlist, and we’ll tell you when tickets within your price come up. If the night still works for you, turn “Take tickets at once” back on and give your card again.`,
      step: { label: 'See what you’re looking for', link: `${SITE_URL}${path}` },
    },
    notice: {
      kind: 'requests',
      path,
      cause: `kept_card:${card.id}:moved`,
      title: `Your card is off: ${title}`,
      body: 'The night was changed. If it still works for you, turn “Take tickets at once” back on.',
    },
  };
}
