/** An event without an end is over this long after its start, in ms. */
export const OPEN_END_MS = 6 * 3_600_000;
