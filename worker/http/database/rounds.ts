/**
 * Repeats a step that returns how many it did, until it finds fewer than it may do, and at most `most` times, because
 * one call of the Worker may run about a thousand statements. Returns whether there may be more to do.
 */
export async function inRounds(
  { atOnce, most }: { atOnce: number; most: number },
  step: () => Promise<number>,
): Promise<boolean> {
  for (let round = 0; round < most; round += 1) {
    if ((await step()) < atOnce) return false;
  }
  return true;
}
