/** The price limits that the filters offer, in dollars. */
export const UNDER_STEPS = [20, 30, 50] as const;

/** A count above this number is shown as "50+". */
export const COUNTED = 50;
