const MINUTE_MS = 60_000;

/** How long a pending request holds its tickets, in ms. */
export const HOLD = {
  /** Never longer than this. */
  longest: 24 * 60 * MINUTE_MS,
  /** Ends this long before the night starts, so that the tickets can still find another buyer. */
  before_start: 120 * MINUTE_MS,
  /** Never shorter than this, however near the start. */
  shortest: 10 * MINUTE_MS,
} as const;

/** When a request made at `now` for a night that starts at `start_at` runs out. */
export function holdEnd({ now, start_at }: { now: Date; start_at: Date }): Date {
  const latest = Math.min(now.getTime() + HOLD.longest, start_at.getTime() - HOLD.before_start);
  return new Date(Math.max(now.getTime() + HOLD.shortest, latest));
}
