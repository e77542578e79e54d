import { eventDateParts, untilWhen } from '../../../../worker/contract/time/event-time.ts';
import { newYorkDate, fromNewYork } from '../../../../worker/contract/time/new-york-time.ts';
import { DAY, MINUTE } from '../../../../worker/contract/time/durations.ts';
import { priceText } from '../../../../worker/contract/trade/money.ts';
import { ticketCount } from '../../../../worker/contract/trade/ticket-quantity.ts';

interface Wanted {
  places: number;
  /** In dollars, with fees. */
  most_each: number;
  until: string;
}

const MOST_DAYS = 6;

/** "2 tickets, up to $30.00 each with fees, until Friday, 11:59 PM". */
export function lookingFor({ places, most_each, until }: Wanted, now: Date): string {
  const end = untilWhen(until, now);
  return `${ticketCount(places)}, up to ${priceText(most_each)}${places === 1 ? '' : ' each'} with fees, until ${end}`;
}

interface Choice {
  /** ISO time. */
  until: string;
  label: string;
}

/**
 * The times at which a search can end, earliest first: the ends of the next six days that come before the start of the
 * event, and then that start. Today is the first of the six days.
 */
export function untilChoices(start_at: string, now: Date): Choice[] {
  const start = Date.parse(start_at);
  const today = Date.parse(newYorkDate(now));
  const endOf = (day: number) => fromNewYork(today + (day + 1) * DAY - MINUTE);
  const days = Array.from({ length: MOST_DAYS }, (_, day) => endOf(day))
    .filter((end) => end > now.getTime() && end < start)
    .map((end) => {
      const until = new Date(end).toISOString();
      const { weekday } = eventDateParts(until);
      return { until, label: end === endOf(0) ? `The end of today, ${weekday}` : `The end of ${weekday}` };
    });
  return start > now.getTime() ? [...days, { until: start_at, label: 'The night begins' }] : days;
}
