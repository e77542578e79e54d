/** The prices in dollars that stand on the events page as chips. */
export const UNDER_STEPS = [20, 30, 50] as const;

/** Numbers of events are counted up to this, and a greater number is shown as "50+". */
export const COUNTED = 50;
