/** Until a first round succeeds, this many failed rounds end the watch. A new version takes some seconds to arrive. */
const FIRST_TRIES = 6;
/** After that, this many failed rounds in a row end the watch. A single bad round can be the network's fault. */
const BAD_ROUNDS = 2;

/** Checks a deployment for `seconds`. Returns the problems of the last round if too many rounds failed. */
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
