import { DAY, HOUR, WEEK } from '../time/durations.ts';

/**
 * The deadlines for a problem that a buyer reports, in ms. The seller must reply within `answer`. From `door` before
 * the start until the end of the night, the seller has only `answer_at_door`. Staff must decide within `staff` of the
 * report if the seller has replied, if all tickets were scanned, or if the buyer's phone confirmed a ticket. The buyer
 * wins when a deadline is missed. But if the phone confirmed a ticket, the problem waits for staff.
 */
export const PROBLEM_TIMES = { answer: DAY, door: HOUR, answer_at_door: 2 * HOUR, staff: 72 * HOUR } as const;

/** In ms. A seller's failure is settled automatically once it is this old and the seller owes nothing. */
export const SELLER_FAILURE_MS = WEEK;

/** The earliest time at which the buyer can report that tickets did not work. */
export const worksFrom = ({ promised_start_at }: { promised_start_at: Date }) =>
  new Date(promised_start_at.getTime() - PROBLEM_TIMES.door);
