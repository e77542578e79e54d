import * as v from 'valibot';
import { DAY } from '../../time/durations.ts';
import { CreateEvent } from './admin-events.ts';

export const SERIES_STEPS = ['weekly', 'biweekly', 'monthly'] as const;
export type SeriesStep = (typeof SERIES_STEPS)[number];
export const MOST_DATES = 52;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NO_UNTIL = 'Enter the last date of the series.';

const day = (says: string) =>
  v.pipe(
    v.string(says),
    v.regex(DATE, says),
    v.check(
      (text) =>
        !Number.isNaN(Date.parse(`${text}T00:00Z`)) && new Date(`${text}T00:00Z`).toISOString().startsWith(text),
      says,
    ),
  );

/** The form of the first event, how often it repeats, and the last possible date in New York. */
export const PlanSeries = v.object({
  event: CreateEvent,
  every: v.picklist(SERIES_STEPS, `every is one of ${SERIES_STEPS.join(', ')}.`),
  until: day(NO_UNTIL),
});
export type PlanSeries = v.InferOutput<typeof PlanSeries>;

/** `skip` has the New York dates to leave out. */
export const CreateSeries = v.object({
  ...PlanSeries.entries,
  skip: v.optional(
    v.pipe(v.array(day('skip holds dates.')), v.maxLength(MOST_DATES, `Choose at most ${MOST_DATES} dates.`)),
    [],
  ),
});
export type CreateSeries = v.InferOutput<typeof CreateSeries>;

/**
 * Returns the starts of a series in New York time (`yyyy-mm-ddThh:mm`). It stops after `MOST_DATES + 1` starts, because
 * the series is then too long. A monthly series keeps its weekday, such as the fifth Friday, and skips months without
 * such a day.
 */
export function seriesStarts({ start, every, until }: { start: string; every: SeriesStep; until: string }): string[] {
  const [date = '', time = ''] = start.split('T');
  const first = Date.parse(`${date}T00:00Z`);
  const starts: string[] = [];
  for (let at = 0; starts.length <= MOST_DATES; at += 1) {
    const next = every === 'monthly' ? sameWeekday(first, at) : first + at * (every === 'weekly' ? 7 : 14) * DAY;
    if (next === null) continue;
    const found = new Date(next).toISOString().slice(0, 10);
    if (found > until) break;
    starts.push(`${found}T${time}`);
  }
  return starts;
}

/** Finds the same weekday, such as the second Friday, `months` later. Null if that month has no such weekday. */
function sameWeekday(first: number, months: number): number | null {
  const from = new Date(first);
  const which = Math.ceil(from.getUTCDate() / 7);
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1));
  const offset = (from.getUTCDay() - month.getUTCDay() + 7) % 7;
  const found = new Date(month.getTime() + (offset + (which - 1) * 7) * DAY);
  return found.getUTCMonth() === month.getUTCMonth() ? found.getTime() : null;
}
