import { DAY } from '../../../contract/time/durations.ts';
import type { SubscribedEvent } from '../../../http/outbox/calendar.ts';
import type { Plan } from './plans.db.ts';

/** How long a past event stays in a calendar, in ms. */
const KEPT_MS = 60 * DAY;
/** What stands in place of an event that is hidden: it may be a draft that nobody is to know yet. */
const HIDDEN = {
  title: 'A night that was taken down',
  slug: null,
  start_at: null,
  end_at: null,
  cancelled_at: null,
  venue: null,
};

/**
 * The plans of a person, without the times of their last change. Hidden events come last, so that their place does not
 * tell their time, and end with their night.
 */
export function planViews(plans: readonly Plan[], now: Date) {
  const shown = plans.filter((plan) => !isHidden(plan));
  const hidden = plans.filter((plan) => isHidden(plan) && plan.start_at > now);
  return [...shown.map(shownPlan), ...hidden.map(hiddenPlan)];
}

function shownPlan({ created_at: _created, updated_at: _updated, ...plan }: Plan) {
  return plan;
}

function hiddenPlan({ id, is_public, is_saved, waitlist, offer_id, requests }: Plan) {
  const offered: Pick<Plan, 'offer_id'> = offer_id === undefined ? {} : { offer_id };
  return { id, is_public, is_saved, waitlist, ...offered, requests, ...HIDDEN };
}

/**
 * Plans as entries of a calendar. An event that was unpublished is cancelled there. What the person has at an event is
 * not told.
 */
export function calendarEntries(plans: readonly Plan[], now: Date): SubscribedEvent[] {
  return plans.filter(({ start_at }) => start_at.getTime() > now.getTime() - KEPT_MS).map(calendarEntry);
}

/**
 * The entry of a hidden event keeps its id only. An entry needs a time, so it gets the time at which the event was
 * made.
 */
function calendarEntry(plan: Plan): SubscribedEvent {
  const { id, title, slug, start_at, end_at, venue, created_at, updated_at } = plan;
  const entry = {
    id,
    description: null,
    created_at,
    updated_at,
    is_cancelled: !plan.is_public || plan.cancelled_at !== null,
  };
  return isHidden(plan)
    ? { ...entry, ...HIDDEN, start_at: created_at }
    : { ...entry, title, slug, start_at, end_at, venue };
}

/**
 * Whether a person may not see what an event is about: it is not public, and they have neither a request nor tickets
 * there.
 */
function isHidden({ is_public, requests }: Plan): boolean {
  return !is_public && requests.length === 0;
}
