/** An event without an end is over this long after its start, in ms. Every page needs it, and only this of the vocabulary. */
export const OPEN_END_MS = 6 * 3_600_000;
