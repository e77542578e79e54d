import { seededRandom } from '../../worker/local/fake-provider/seeded-random.ts';

/** A sample of at most `count`, the same for the same seed. */
export function choose<Each>(all: readonly Each[], { count, seed }: { count: number; seed: number }): Each[] {
  const random = seededRandom(seed);
  // Seeds that lie side by side begin alike.
  for (let skipped = 0; skipped < 10; skipped += 1) random();
  return all
    .map((each) => ({ each, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ each }) => each);
}
