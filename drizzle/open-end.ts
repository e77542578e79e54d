/** The longest duration of a night, in ms. Each day of a festival is a separate night. */
export const LONGEST_NIGHT_MS = 24 * 3_600_000;

/** The longest time by which a later end of a night delays the sellers' money, in ms. */
export const LATER_END_MS = 4 * 24 * 3_600_000;

/** An event without an end is over this many ms after its start. Every page loads this file, so it imports nothing. */
export const OPEN_END_MS = 6 * 3_600_000;
