/** The longest duration of a night, in ms. Each day of a festival is a separate night. */
export const LONGEST_NIGHT_MS = 24 * 3_600_000;

/** If the end of a night is moved later, the sellers' money is delayed by at most this many ms. */
export const LATER_END_MS = 4 * 24 * 3_600_000;

/** An event without an end is over this many ms after its start. Every page loads this file, so it imports nothing. */
export const OPEN_END_MS = 6 * 3_600_000;
