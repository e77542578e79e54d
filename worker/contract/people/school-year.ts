import { fromNewYork, newYorkDate } from '../time/new-york-time.ts';

const SEPTEMBER = 8;
/** From this day on (month and day in New York), a proof counts for the coming school year. */
const NEW_YEAR = '08-01';

/** Returns when the proof of a school inbox lapses: at the start of September 15 in New York. */
export function proofEnd(provenAt: Date): Date {
  const [year = '', ...day] = newYorkDate(provenAt).split('-');
  const isForNext = day.join('-') >= NEW_YEAR;
  return new Date(fromNewYork(Date.UTC(Number(year) + (isForNext ? 1 : 0), SEPTEMBER, 15)));
}
