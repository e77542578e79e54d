import { HOUR } from '../../time/durations.ts';
import { newYorkDate } from '../../time/new-york-time.ts';
import { displayCity } from '../places.ts';
import { nameKey } from './slug.ts';

/** An event that begins before this time of day (6 AM, in ms) belongs to the day before. */
const DAY_ENDS_MS = 6 * HOUR;
/** An event with sales may begin this much earlier than promised, in ms. An even earlier start is a guarded edit. */
const EARLIER_MS = HOUR;

/** Promised starts (UTC ms), money that is not paid out yet (cents), and whether cancellation refunds have begun. */
export interface SalesOfEvent {
  first_start: number;
  last_start: number;
  open_cents: number;
  has_refunds: boolean;
}

export interface GuardedFacts {
  start_at: Date;
  city: string;
  is_cancelled: boolean;
}

/** Edits that could harm buyers, each with the error text for people who may not make the edit. */
export const GUARDED_EDITS = {
  past: 'This night has sold tickets, so its start can’t move into the past.',
  earlier: 'This night has sold tickets, so it can start at most an hour earlier than its buyers were told.',
  day: 'This night has sold tickets, so it can’t move to another day. Cancel it instead, and everyone gets their money back.',
  city: 'This night has sold tickets, so it can’t move to another city. Cancel it instead, and everyone gets their money back.',
  cancel: 'This night has sold tickets and has started, so you can’t cancel it here anymore.',
  restore: 'Buyers are already being refunded, so you can’t restore this night. Add it again as a new night.',
} as const;
export type GuardedEdit = keyof typeof GUARDED_EDITS;

/**
 * Compares the start of an event with the start that a buyer saw at checkout. True if the day differs, or if the event
 * now starts more than an hour earlier.
 */
export function isOtherThanShown(
  { promised_start_at }: { promised_start_at: Date },
  { start_at }: { start_at: Date },
): boolean {
  return start_at.getTime() < promised_start_at.getTime() - EARLIER_MS || dayOf(start_at) !== dayOf(promised_start_at);
}

/** Returns how an edit could harm buyers. Null if the edit is harmless or the event has no sales. */
export function guardedEdit({
  before,
  after,
  sales,
  now,
}: {
  before: GuardedFacts;
  after: GuardedFacts;
  sales: SalesOfEvent | null;
  now: Date;
}): GuardedEdit | null {
  if (!sales) return null;
  const [was, is] = [before.start_at.getTime(), after.start_at.getTime()];
  if (is < was && is <= now.getTime()) return 'past';
  if (is < was && is < Math.max(was, sales.last_start) - EARLIER_MS) return 'earlier';
  if (dayOf(before.start_at) !== dayOf(after.start_at)) return 'day';
  if (cityKey(before.city) !== cityKey(after.city)) return 'city';
  if (after.is_cancelled && !before.is_cancelled && now.getTime() >= Math.min(sales.first_start, was)) return 'cancel';
  return before.is_cancelled && !after.is_cancelled && sales.has_refunds ? 'restore' : null;
}

const dayOf = (start: Date) => newYorkDate(new Date(start.getTime() - DAY_ENDS_MS));

/** The form in which cities are compared. Brooklyn counts as New York, as on the screens. */
export const cityKey = (city: string) => nameKey(displayCity(nameKey(city)));
