import { eventDateParts } from '../../worker/contract/time/event-time.ts';

/** An instant (ISO 8601) in New York time, short: "Fri, Nov 27, 2026, 10:00 PM". */
export function shortTime(instant: string): string {
  const { weekday, month, day, year, time } = eventDateParts(instant);
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day}, ${year}, ${time}`;
}

/** An instant (ISO 8601), shown in New York time. */
export function DateTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{shortTime(instant)}</time>;
}
