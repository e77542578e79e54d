/** How long a decision can be undone, in ms. It is not announced before that. */
export const UNDO_MS = 10_000;
