import { fromNewYork, newYorkDate } from '../time/new-york-time.ts';

/** Months of `Date.UTC`. */
const SEPTEMBER = 8;
/** From this day on, as month and day in New York, a proof counts for the coming school year. */
const NEW_YEAR = '08-01';

/**
 * Returns when the proof of a school inbox lapses: on 15 September, at midnight in New York. A proof made before August
 * lapses in the same year, a later proof in the next year.
 */
export function proofEnd(provenAt: Date): Date {
  const [year = '', ...day] = newYorkDate(provenAt).split('-');
  const isForNext = day.join('-') >= NEW_YEAR;
  return new Date(fromNewYork(Date.UTC(Number(year) + (isForNext ? 1 : 0), SEPTEMBER, 15)));
}
