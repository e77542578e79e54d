import { OPEN_END_MS } from '../../drizzle/open-end.ts';

const HOUR_MS = 3_600_000;

/** How long after the end of the night delivered tickets count as received, if the buyer says nothing, in ms. */
export const RECEIVED_BY_ITSELF_MS = 24 * HOUR_MS;

/** How long after the end of the night the buyer can say that something is wrong, in ms. */
export const PROBLEM_MS = 48 * HOUR_MS;

/** The buyer's page has a payment looked at again after this time at the earliest, in ms. */
export const LOOK_AGAIN_MS = 2000;

/** The mails about the deadline of a hand-over, in ms: at most this long before it, and none if the whole time is shorter. */
export const REMINDER = { before: 3 * HOUR_MS, shortest: 2 * HOUR_MS } as const;

/** The end of an event. One without an end is over some hours after its start. */
export function endOfEvent({ start_at, end_at }: { start_at: Date; end_at: Date | null }): Date {
  return end_at ?? new Date(start_at.getTime() + OPEN_END_MS);
}
