import { eventDateParts } from '../../worker/contract/time/event-time.ts';

/** Formats an instant (ISO 8601) in New York time: "Fri, Nov 27, 2026, 10:00 PM". */
export function shortTime(instant: string): string {
  const { weekday, month, day, year, time } = eventDateParts(instant);
  return `${weekday.slice(0, 3)}, ${month.slice(0, 3)} ${day}, ${year}, ${time}`;
}

export function DateTime({ instant }: { instant: string }) {
  return <time dateTime={instant}>{shortTime(instant)}</time>;
}
