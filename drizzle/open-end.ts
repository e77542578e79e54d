/** The longest duration of a night, in ms. Each day of a festival is a separate night. */
export const LONGEST_NIGHT_MS = 24 * 3_600_000;

/** If a night gets a later end, its sellers' money is delayed by at most this long, in ms. */
export const LATER_END_MS = 4 * 24 * 3_600_000;

/**
 * An event without an end counts as over this long after its start, in ms. Every page needs this constant but not the
 * rest of the vocabulary, so it has its own file.
 */
export const OPEN_END_MS = 6 * 3_600_000;
