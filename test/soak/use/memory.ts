/** The memory of the runtime at one moment (UTC ms). `life` counts the starts of the server. */
export interface Sample {
  life: number;
  at: number;
  bytes: number;
}

/** How much memory may grow over its plateau. */
export const MOST_GROWTH = 1.3;
/**
 * A life that is shorter than this, in samples of a second, has no plateau: the runtime is still filling its caches.
 */
const LEAST_SAMPLES = 170;

export interface Growth {
  plateau: number;
  peak: number;
  ratio: number;
}

/**
 * The most memory of the whole run beside its plateau, which is the median of the middle third of the last life. Null
 * if that life was too short.
 */
export function growthOf(samples: readonly Sample[]): Growth | null {
  const last = samples.filter(({ life }) => life === samples.at(-1)?.life).map(({ bytes }) => bytes);
  if (last.length < LEAST_SAMPLES) return null;
  const middle = last
    .slice(Math.floor(last.length / 3), Math.ceil((last.length * 2) / 3))
    .toSorted((one, other) => one - other);
  const plateau = middle[Math.floor(middle.length / 2)]!;
  const peak = Math.max(...samples.map(({ bytes }) => bytes));
  return { plateau, peak, ratio: peak / plateau };
}
