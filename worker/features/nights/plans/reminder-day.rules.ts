import { DAY } from '../../../contract/time/durations.ts';
import { fromNewYork, newYorkWallClock } from '../../../contract/time/new-york-time.ts';

/**
 * The cron job writes reminders between these hours in New York. If one run of the cron job fails, the next run writes
 * its reminders.
 */
const FROM_HOUR = 15;
const TO_HOUR = 20;

/**
 * Returns the New York date that reminders are about (tomorrow), with its start and end in UTC ms. Returns null outside
 * the hours above.
 */
export function reminderDay(now: Date): { day: string; from: number; to: number } | null {
  const [date = '', time = ''] = newYorkWallClock(now).split('T');
  const hour = Number(time.slice(0, 2));
  if (hour < FROM_HOUR || hour >= TO_HOUR) return null;
  const tomorrow = Date.parse(`${date}T00:00:00Z`) + DAY;
  return {
    day: new Date(tomorrow).toISOString().slice(0, 10),
    from: fromNewYork(tomorrow),
    to: fromNewYork(tomorrow + DAY),
  };
}
