import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { events } from './events.ts';

/** An instant of a query: a date, or the placeholder of one in a query whose SQL is kept. */
export type QueryInstant = Date | Placeholder;

/** The instant as UTC ms, for SQL that compares it with a column. */
export const instantMs = (now: QueryInstant) => (now instanceof Date ? now.getTime() : now);

/** True, in SQL, of an event that the public sees at `now`: it is published, and its time of publication has come. */
export function isPublic(now: QueryInstant): SQL<number> {
  return sql<number>`(${events.is_published} = 1 and coalesce(${events.publish_at}, 0) <= ${instantMs(now)})`;
}

/** True, in SQL, of an event that the public sees and that is not cancelled. */
export function takesPlace(now: QueryInstant): SQL<number> {
  return sql<number>`(${isPublic(now)} and ${events.cancelled_at} is null)`;
}

/**
 * The columns of an event that anybody may read. A column that is not listed stays private: `source` and `organizer_id`
 * name an account, and the feed's ids and the editor's work concern nobody else.
 */
export const publicEventColumns = {
  id: events.id,
  title: events.title,
  slug: events.slug,
  venue_id: events.venue_id,
  description: events.description,
  start_at: events.start_at,
  end_at: events.end_at,
  age_policy: events.age_policy,
  image_url: events.image_url,
  focus_x: events.focus_x,
  focus_y: events.focus_y,
  tags: events.tags,
  is_published: events.is_published,
  cancelled_at: events.cancelled_at,
  cancel_reason: events.cancel_reason,
  price_min_pct: events.price_min_pct,
  price_max_pct: events.price_max_pct,
  listing_count: events.listing_count,
  updated_at: events.updated_at,
};
