import { DAY, HOUR, WEEK } from '../time/durations.ts';

/**
 * The deadlines of a problem, in ms. The seller has only `answer_at_door` from an hour before the doors until the end
 * of the night. `staff` counts from the report and applies if the seller answers in time. If nobody decides, the buyer
 * wins, unless the buyer's phone had confirmed the tickets.
 */
export const PROBLEM_TIMES = { answer: DAY, door: HOUR, answer_at_door: 2 * HOUR, staff: 72 * HOUR } as const;

/** In ms. After this time, a seller's failure is settled automatically if the seller owes nothing. */
export const SELLER_FAILURE_MS = WEEK;

/** When the buyer can first report that tickets did not work. */
export const worksFrom = ({ promised_start_at }: { promised_start_at: Date }) =>
  new Date(promised_start_at.getTime() - PROBLEM_TIMES.door);
