/** The seed of the random runs of a file. To repeat a failing run, set the seed that fast-check printed. */
export const SEED = Date.now() % 2 ** 31;
