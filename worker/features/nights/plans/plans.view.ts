import { DAY } from '../../../contract/time/durations.ts';
import type { SubscribedEvent } from '../../../http/outbox/calendar.ts';
import type { Plan } from './plans.db.ts';

/** A past event stays in a calendar this long, in ms. */
const KEPT_MS = 60 * DAY;
/** Replaces the details of a hidden event, because it may be a draft that nobody should know about yet. */
const HIDDEN = {
  title: 'A night that was taken down',
  slug: null,
  start_at: null,
  end_at: null,
  cancelled_at: null,
  venue: null,
};

/** Hidden events come last, so that their position does not reveal their time. They disappear at their start. */
export function planViews(plans: readonly Plan[], now: Date) {
  const shown = plans.filter((plan) => !isHidden(plan));
  const hidden = plans.filter((plan) => isHidden(plan) && plan.start_at > now);
  return [...shown.map(shownPlan), ...hidden.map(hiddenPlan)];
}

function shownPlan({ created_at: _created, updated_at: _updated, ...plan }: Plan) {
  return plan;
}

function hiddenPlan({ id, is_public, is_saved, waitlist, offer_id, going, from_friends, requests }: Plan) {
  const offered: Pick<Plan, 'offer_id'> = offer_id === undefined ? {} : { offer_id };
  return { id, is_public, is_saved, waitlist, ...offered, going, from_friends, requests, ...HIDDEN };
}

/** An unpublished event appears as cancelled. The calendar does not reveal what the person holds. */
export function calendarEntries(plans: readonly Plan[], now: Date): SubscribedEvent[] {
  return plans.filter(({ start_at }) => start_at.getTime() > now.getTime() - KEPT_MS).map(calendarEntry);
}

/** The entry of a hidden event shows no details. Its start is the event's creation time, as a start is required. */
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

function isHidden({ is_public, requests, from_friends }: Plan): boolean {
  return !is_public && requests.length === 0 && from_friends === 0;
}
