/** The longest duration of a night, in ms. Each day of a festival is a separate night. */
export const LONGEST_NIGHT_MS = 24 * 3_600_000;

/** The longest delay of the sellers' money if a night gets a later end, in ms. */
export const LATER_END_MS = 4 * 24 * 3_600_000;

/**
 * An event without an end is over this long after its start, in ms. It has its own file, because every page needs it.
 */
export const OPEN_END_MS = 6 * 3_600_000;
