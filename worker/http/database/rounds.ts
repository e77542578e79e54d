/**
 * Repeats a step until it handles fewer than `atOnce` items, but at most `most` times: one invocation of the Worker may
 * run about a thousand statements. Returns whether there may be more to do.
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
