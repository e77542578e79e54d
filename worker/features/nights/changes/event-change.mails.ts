import type { ToldEvent } from '../../../../drizzle/tables/nights/event-changes.ts';
import { longDate } from '../../../contract/time/event-time.ts';
import { displayCity } from '../../../contract/nights/places.ts';
import type { Mail, MailEvent } from '../../../http/outbox/mail.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import type { EventNews } from './event-change.rules.ts';

/** A `trader` has a request or a listing, a `waiter` is only on the waitlist or goes with a friend's ticket. */
export type Reader = 'trader' | 'waiter';

export interface NewsOfEvent {
  news: EventNews;
  told: ToldEvent;
  event: MailEvent;
  venue: ToldEvent['venue'];
  cancel_reason: string | null;
}

const KEEPS = {
  trader:
    'Your requests and listings stay as they are. If the new plan doesn’t work for you, cancel an open request or take a listing off sale.',
  waiter: 'You keep your place.',
};

export function newsMail({ news, told, event, venue, cancel_reason }: NewsOfEvent, reader: Reader, site: string): Mail {
  const { title } = event;
  const mine = { label: 'See your tickets', link: `${site}/my-tickets` };
  const others = { label: 'See other nights', link: `${site}/events` };
  const step = reader === 'trader' ? mine : { label: 'See the night', link: `${site}/events/${event.slug}` };
  if (news.outcome === 'cancelled') {
    const why = cancel_reason ? ` The organizer writes: ${cancel_reason}` : '';
    const ended =
      reader === 'trader'
        ? ' Open requests have ended, and listings are off sale. If you paid on Vouch, we refund you.'
        : '';
    return { subject: `Canceled: ${title}`, text: `${title} is canceled.${why}${ended}`, event, step: others };
  }
  if (news.outcome === 'unpublished') {
    const sales = 'Until then, nobody can request tickets or join the waitlist.';
    return {
      subject: `Taken down for now: ${title}`,
      text: `The organizer has taken ${title} off Vouch for now. We’ll write to you if it comes back. ${sales}`,
      event,
      step: reader === 'trader' ? mine : others,
    };
  }
  const moves = [
    ...(news.time
      ? [`Before: ${longDate(new Date(told.start_at).toISOString())}. Now: ${longDate(event.start_at.toISOString())}.`]
      : []),
    ...(news.is_new_place ? [`Before: ${placeOf(told.venue)}. Now: ${placeOf(venue)}.`] : []),
  ].join(' ');
  if (news.outcome === 'back') {
    const text = [`${title} is on again.`, moves, reader === 'trader' ? '' : KEEPS.waiter].filter(Boolean).join(' ');
    return { subject: `On again: ${title}`, text, event, step };
  }
  const what = [news.time, news.is_new_place ? 'venue' : null].filter(Boolean).join(' and ');
  return {
    subject: `New ${what}: ${title}`,
    text: `${title} has a new ${what}. ${moves} ${KEEPS[reader]}`,
    event,
    step,
  };
}

/** `due_at` is part of the notice's `cause`, so that each piece of news about the event has its own cause. */
export function newsNotice({ news, event, venue }: NewsOfEvent, due_at: Date): Omit<Notice, 'kind'> {
  const moved = [news.time && longDate(event.start_at.toISOString()), news.is_new_place && placeOf(venue)]
    .filter(Boolean)
    .join(', ');
  const [title, body] = {
    cancelled: ['Canceled', `${event.title} won’t take place.`],
    unpublished: ['Taken down for now', `${event.title} is off Vouch for now.`],
    back: ['On again', `${event.title} is on again.`],
    moved: [
      `New ${[news.time, news.is_new_place && 'venue'].filter(Boolean).join(' and ')}`,
      `${event.title}. Now: ${moved}.`,
    ],
  }[news.outcome] as [string, string];
  const path = news.outcome === 'cancelled' || news.outcome === 'unpublished' ? '/my-nights' : `/events/${event.slug}`;
  return {
    title,
    body,
    path,
    cause: `event:${event.slug}:${news.outcome}:${due_at.getTime()}`,
    is_urgent: true,
    expires_at: event.start_at,
  };
}

export function deletedMail(event: MailEvent, reader: Reader, site: string): Mail {
  const { title } = event;
  const lost = reader === 'trader' ? 'Your requests and listings there have ended.' : 'Its waitlist has ended.';
  return {
    subject: `Removed: ${title}`,
    text: `The organizer has removed ${title} from Vouch. ${lost}`,
    event,
    step: { label: 'See other nights', link: `${site}/events` },
  };
}

/** Like "Elsewhere, 1 Door Street, Boston". */
function placeOf({ name, address, city }: ToldEvent['venue']): string {
  return [name, address, displayCity(city)].filter(Boolean).join(', ');
}
