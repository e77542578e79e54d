import { seededRandom } from '../../worker/local/fake-provider/seeded-random.ts';

/** Always returns the same items for a seed. */
export function choose<Each>(all: readonly Each[], { count, seed }: { count: number; seed: number }): Each[] {
  const random = seededRandom(seed);
  // Skips the first random numbers, which are similar for neighboring seeds.
  for (let skipped = 0; skipped < 10; skipped += 1) random();
  return all
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ each }) => each);
}
