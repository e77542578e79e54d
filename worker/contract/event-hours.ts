/** A night without an end counts as on for this long after its start, in ms (decision 9). */
export const OPEN_END_MS = 6 * 3_600_000;
