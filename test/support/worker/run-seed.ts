/** The seed that a test file gives to fast-check. To repeat a failure, set it to the seed that fast-check printed. */
export const SEED = Date.now() % 2 ** 31;
