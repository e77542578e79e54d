import type { MailEvent, Mail } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { DueEvent, Reason } from './reminders.db.ts';

const SAID: Record<Reason, string> = {
  ticket: 'your tickets are reserved',
  waitlist: 'you have a place',
  saved: 'you saved it',
};
const ORDER: readonly Reason[] = ['ticket', 'waitlist', 'saved'];

/** Names each event once. `stop` is the address that turns these mails off. */
export function reminderMail(due: readonly DueEvent[], { site, stop }: { site: string; stop: string }): Mail {
  const bySlug = Map.groupBy(due, ({ slug }) => slug);
  const told = [...bySlug.values()].map((rows) => {
    const reason = ORDER.find((one) => rows.some((row) => row.reason === one))!;
    return { event: mailedEvent(rows[0]!), said: SAID[reason] };
  });
  const [first, ...others] = told;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return {
    subject: `Tomorrow: ${first!.event.title}${more}`,
    text: told.map(({ event, said }) => `${event.title} is tomorrow: ${said}.`).join(' '),
    events: told.map(({ event }) => event),
    step: { label: 'See My nights', link: `${site}/my-nights` },
    footer: 'We send you one email the day before your nights.',
    stop,
  };
}

export function reminderNotice(due: readonly DueEvent[], { day, from }: { day: string; from: number }): Notice {
  const titles = [...new Set(due.map(({ title }) => title))];
  const more = titles.length > 1 ? ` and ${titles.length - 1} more` : '';
  const body = `${titles[0]}${more}. See My nights for details.`;
  return {
    kind: 'handover',
    title: 'Tomorrow',
    body,
    path: '/my-nights',
    cause: `reminder:${day}`,
    expires_at: new Date(from),
  };
}

function mailedEvent({ title, slug, start_at, venue_name, venue_city }: DueEvent): MailEvent {
  return { title, slug, start_at: new Date(start_at), venue: { name: venue_name, city: venue_city } };
}
