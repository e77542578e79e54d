import { DAY } from '../../../contract/time/durations.ts';
import { eventDateParts } from '../../../contract/time/event-time.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { log, traceOf } from '../../../http/log.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { findNewEvents, markTold, type NewEvent, skipNews, tellFollowers } from './tell-venue-news.db.ts';

/** A run handles at most this many events. The next run continues. */
const EVENTS_AT_ONCE = 50;
/** A run tells at most this many followers about one event. The next run continues. */
const FOLLOWERS_AT_ONCE = 1000;
/** Each run reads all coming events, so a run every minute would cost too much. */
const EVERY_MINUTES = 5;

/**
 * Tells people about new events at the venues that they follow, at most once a day per person and venue. Runs may
 * repeat or overlap.
 */
export async function tellVenueNews(env: Env, now: Date): Promise<void> {
  if (now.getUTCMinutes() % EVERY_MINUTES !== 0) return;
  const [db, today] = [openDb(env), newYorkDate(now)];
  await skipNews(db, { now });
  for (const event of await findNewEvents(db, { now, limit: EVENTS_AT_ONCE })) {
    try {
      const earlier = causeOf(event, dayBefore(today));
      const about = {
        venue_id: event.venue.id,
        notice: noticeOf(event, today),
        earlier,
        now,
        limit: FOLLOWERS_AT_ONCE,
      };
      if ((await tellFollowers(db, about)) < FOLLOWERS_AT_ONCE) await markTold(db, { event_id: event.id, now });
    } catch (error) {
      log('error', 'followers were not told about an event; the next run retries', {
        event_id: event.id,
        error: traceOf(error),
      });
    }
  }
}

const causeOf = ({ venue }: NewEvent, day: string) => `venue:${venue.id}:${day}`;

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);

function noticeOf(event: NewEvent, today: string): Notice {
  const { slug, title, start_at, venue } = event;
  const { weekday, month, day } = eventDateParts(start_at.toISOString());
  return {
    kind: 'venues',
    title: `New night: ${venue.name}`,
    body: `${title}, ${weekday}, ${month} ${day}.`,
    path: `/events/${slug}`,
    cause: causeOf(event, today),
    expires_at: start_at,
  };
}
