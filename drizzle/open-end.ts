/** No night lasts longer than this, in ms: each day of a festival is a night of its own. */
export const LONGEST_NIGHT_MS = 24 * 3_600_000;

/** A night that is moved to a later end takes the money of its sales along for at most this long, in ms. */
export const LATER_END_MS = 4 * 24 * 3_600_000;

/**
 * An event without an end is over this long after its start, in ms. Every page needs it, and only this of the
 * vocabulary.
 */
export const OPEN_END_MS = 6 * 3_600_000;
