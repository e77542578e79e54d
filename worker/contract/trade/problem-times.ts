import { DAY, HOUR, WEEK } from '../time/durations.ts';

/**
 * The deadlines of a problem, in ms. The seller must reply within `answer`. From `door` before the start until the end
 * of the night, the seller has only `answer_at_door`. Once the seller has replied, staff must decide within `staff` of
 * the report. The same is true if all tickets were scanned or one was confirmed. If nobody decides, the buyer wins,
 * unless the buyer's phone had confirmed a ticket.
 */
export const PROBLEM_TIMES = { answer: DAY, door: HOUR, answer_at_door: 2 * HOUR, staff: 72 * HOUR } as const;

/** In ms. A seller's failure is settled automatically once it is this old and the seller owes nothing. */
export const SELLER_FAILURE_MS = WEEK;

/** When the buyer can first report that tickets did not work. */
export const worksFrom = ({ promised_start_at }: { promised_start_at: Date }) =>
  new Date(promised_start_at.getTime() - PROBLEM_TIMES.door);
