/**
 * Repeats `step` until it handles fewer than `atOnce` items. Stops after `most` times, because one invocation of the
 * Worker may run only about a thousand statements. Returns whether there may be more to do.
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
