import type { SubscribedEvent } from '../../http/calendar.ts';
import type { Plan } from './plans.db.ts';

/** How long a past event stays in a calendar, in ms. */
const KEPT_MS = 60 * 24 * 3_600_000;

/** A plan for its person, without the times of its last change. */
export function planView({ created_at: _created, updated_at: _updated, ...plan }: Plan) {
  return plan;
}

/** Plans as entries of a calendar. An event that was unpublished is cancelled there. What the person has at an event is not told. */
export function calendarEntries(plans: readonly Plan[], now: Date): SubscribedEvent[] {
  return plans
    .filter(({ start_at }) => start_at.getTime() > now.getTime() - KEPT_MS)
    .map(({ is_public, cancelled_at, is_saved: _saved, waitlist: _place, requests: _requests, ...event }) =>
      Object.assign(event, { description: null, is_cancelled: !is_public || cancelled_at !== null }),
    );
}
