import { DAY, HOUR } from '../../time/durations.ts';
import { fromNewYork, newYorkWallClock } from '../../time/new-york-time.ts';

/** How long we keep the money after the night, so that complaints and disputes can still reach it, in ms. */
export const PAYOUT_AFTER_MS = 72 * HOUR;
export const WHEN_PAID = `${PAYOUT_AFTER_MS / DAY} days after the night`;
/** Payouts leave on Mondays from 10 AM in New York. */
const RUN_HOUR = 10;
/** A payout run that the cron job missed can still begin this much later, in ms. */
const RUN_LASTS_MS = DAY;

/** Returns the start of the payout run that is in progress at `now`, or null. */
export function currentRun(now: Date): Date | null {
  const run = runOfWeek(now, 0);
  return run <= now && now.getTime() - run.getTime() < RUN_LASTS_MS ? run : null;
}

export function nextRun(instant: Date): Date {
  const run = runOfWeek(instant, 0);
  return run >= instant ? run : runOfWeek(instant, 1);
}

/** Returns the start of the payout run `weeksLater` weeks after the week of `instant`. A week begins on Monday. */
function runOfWeek(instant: Date, weeksLater: number): Date {
  const [date = ''] = newYorkWallClock(instant).split('T');
  const day = Date.parse(`${date}T00:00:00Z`);
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(fromNewYork(day + (weeksLater * 7 - daysSinceMonday) * DAY + RUN_HOUR * HOUR));
}
