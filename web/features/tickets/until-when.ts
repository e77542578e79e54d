import { eventDateParts } from '../../../worker/contract/event-time.ts';

/** "9:40 PM" in New York, or "Sunday, 9:40 PM" where it is another day than `now`'s there. `instant` is ISO 8601. */
export function untilWhen(instant: string, now: Date = new Date()): string {
  const [then, today] = [eventDateParts(instant), eventDateParts(now.toISOString())];
  return then.day === today.day ? then.time : `${then.weekday}, ${then.time}`;
}
