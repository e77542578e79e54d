/** Before a first success, the watch fails after this many failed checks. A new version takes seconds to arrive. */
const FIRST_TRIES = 6;
/**
 * After a first success, the watch fails after this many failed checks in a row. A single failure can be the network's
 * fault.
 */
const BAD_ROUNDS = 2;

/** Checks a deployment repeatedly for `seconds`. If too many checks fail, returns the problems of the last check. */
export async function watch(watched: {
  look: () => Promise<string[]>;
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
