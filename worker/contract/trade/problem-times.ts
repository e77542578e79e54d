import { DAY, HOUR, WEEK } from '../time/durations.ts';

/**
 * How long a problem stays undecided, in ms. The seller has a day to answer. From an hour before the doors until the
 * end of the night the seller has two hours, because the buyer stands at the door. The deadline stays as it was told,
 * wherever the night is moved. With an answer, staff have three days from the report on. Then it is decided for the
 * buyer.
 */
export const PROBLEM_TIMES = { answer: DAY, door: HOUR, answer_at_door: 2 * HOUR, staff: 72 * HOUR } as const;

/** A failure of a seller is settled by itself after this time, in ms, if the seller owes nothing. */
export const SELLER_FAILURE_MS = WEEK;

/**
 * From when the buyer can say that tickets did not work: an hour before the promised doors. Nobody knows it earlier.
 */
export const worksFrom = ({ promised_start_at }: { promised_start_at: Date }) =>
  new Date(promised_start_at.getTime() - PROBLEM_TIMES.door);
