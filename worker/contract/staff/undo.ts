/** For this long a decision can be undone. Nobody is told of it before, in ms. */
export const UNDO_MS = 10_000;
