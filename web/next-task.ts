/**
 * Ends the current task. What follows runs in a task of its own, and the page can be drawn and touched between the two.
 */
export const nextTask = () => new Promise<void>((next) => setTimeout(next));
