import { eventDateParts } from '../../../contract/time/event-time.ts';
import { newYorkDate } from '../../../contract/time/new-york-time.ts';
import { log, traceOf } from '../../../http/log.ts';
import type { Notice } from '../../../http/outbox/notices.ts';
import { openDb } from '../../../http/database/open-db.ts';
import { findNewEvents, markTold, type NewEvent, passOverNews, tellFollowers } from './tell-venue-news.db.ts';

/** The most events of one run, and the most followers of one statement. The next run goes on with the others. */
const EVENTS_AT_ONCE = 50;
const FOLLOWERS_AT_ONCE = 1000;
/** It runs every fifth minute, because it looks at all coming events. */
const EVERY_MINUTES = 5;

/**
 * Tells the followers of a venue that it has a new night. A venue tells one person once a day, however many nights it
 * publishes. It is safe to run at any time, and twice at once.
 */
export async function tellVenueNews(env: Env, now: Date): Promise<void> {
  if (now.getUTCMinutes() % EVERY_MINUTES !== 0) return;
  const db = openDb(env);
  await passOverNews(db, { now });
  for (const event of await findNewEvents(db, { now, limit: EVENTS_AT_ONCE })) {
    try {
      const about = { venue_id: event.venue.id, notice: noticeOf(event, now), now, limit: FOLLOWERS_AT_ONCE };
      if ((await tellFollowers(db, about)) < FOLLOWERS_AT_ONCE) await markTold(db, { event_id: event.id, now });
    } catch (error) {
      log('error', 'followers are still to be told of an event', { event_id: event.id, error: traceOf(error) });
    }
  }
}

function noticeOf({ slug, title, start_at, venue }: NewEvent, now: Date): Notice {
  const { weekday, month, day } = eventDateParts(start_at.toISOString());
  return {
    kind: 'venues',
    title: `New night: ${venue.name}`,
    body: `${title}, ${weekday}, ${month} ${day}.`,
    path: `/events/${slug}`,
    cause: `venue:${venue.id}:${newYorkDate(now)}`,
    expires_at: start_at,
  };
}
