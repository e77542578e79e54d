/** How long a decision can be undone, in ms. The decision is announced only after that time. */
export const UNDO_MS = 10_000;
