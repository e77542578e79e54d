/**
 * How often a deployment that has not answered well yet is asked before it is given up: a new version takes seconds to
 * arrive.
 */
const FIRST_TRIES = 6;
/** A single bad round can be the network's. */
const BAD_ROUNDS = 2;

/**
 * Asks again and again for `seconds`. @returns the problems of the round that decided, empty if the deployment kept
 * answering well.
 */
export async function watch(watched: {
  look: () => Promise<string[]>;
  /** Resolves before the next round. */
  pause: () => Promise<void>;
  now: () => number;
  seconds: number;
}): Promise<string[]> {
  const { look, pause, now, seconds } = watched;
  const began = now();
  let [bad, hasAnswered] = [0, false];
  for (;;) {
    const problems = await look();
    bad = problems.length > 0 ? bad + 1 : 0;
    hasAnswered ||= bad === 0;
    if (bad >= (hasAnswered ? BAD_ROUNDS : FIRST_TRIES)) return problems;
    if (bad === 0 && now() - began >= seconds * 1000) return [];
    await pause();
  }
}
