/** The price limits in dollars that the events page offers as chips. */
export const UNDER_STEPS = [20, 30, 50] as const;

/** Counts of events stop here; a greater number is shown as "50+". */
export const COUNTED = 50;
