import { HOUR } from '../../time/durations.ts';
import { newYorkDate } from '../../time/new-york-time.ts';
import { displayCity } from '../places.ts';
import { nameKey } from './slug.ts';

/**
 * A night belongs to the day on which it begins, also if that is after midnight: a day ends at six in the morning, in
 * ms.
 */
const DAY_ENDS_MS = 6 * HOUR;
/** A night with sales may begin this much earlier than its buyers were told, in ms. */
const EARLIER_MS = HOUR;

/**
 * The sales of an event: the first and the last promised start, UTC ms, the money that has not left, in cents, and
 * whether refunds for a cancellation have begun.
 */
export interface SalesOfEvent {
  first_start: number;
  last_start: number;
  open_cents: number;
  has_refunds: boolean;
}

/** What of an event its buyers rely on. */
export interface GuardedFacts {
  start_at: Date;
  city: string;
  is_cancelled: boolean;
}

/** What an edit would do to the buyers of a night, and what people who may not do it are told. */
export const GUARDED_EDITS = {
  past: 'Tickets of this night are sold, so its start cannot move into the past.',
  earlier: 'Tickets of this night are sold, so it can begin at most an hour earlier than its buyers were told.',
  day: 'Tickets of this night are sold, so it cannot move to another day. Cancel it instead: everybody gets the money back.',
  city: 'Tickets of this night are sold, so it cannot move to another city. Cancel it instead: everybody gets the money back.',
  cancel: 'Tickets of this night are sold and it has begun, so it can no longer be cancelled here.',
  restore:
    'Money of this night is on its way back to its buyers, so it cannot be brought back. Add it again as a new night.',
} as const;
export type GuardedEdit = keyof typeof GUARDED_EDITS;

/** True of an event that was moved, between the checkout and the card, to another time than its buyer was shown. */
export function isOtherThanShown(
  { promised_start_at }: { promised_start_at: Date },
  { start_at }: { start_at: Date },
): boolean {
  return start_at.getTime() < promised_start_at.getTime() - EARLIER_MS || dayOf(start_at) !== dayOf(promised_start_at);
}

/** What an edit of an event with sales does that only admins may do. Null for any other edit, and without sales. */
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

/** The key of a city in which people find a night: Brooklyn is New York. */
export const cityKey = (city: string) => nameKey(displayCity(nameKey(city)));
