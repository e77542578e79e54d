import { isPortFree } from '../../worker/local/is-port-free.ts';

/** Where each part of a run looks for its ports, so that parts that run in parallel do not take each other's. */
const BEGINNINGS = { browser: 8800, soak: 14_000, demo: 18_000 };
/** Runs in parallel begin at different places, because their servers open the ports only seconds later. */
const PLACES = 1000;

/** Returns the first of `count` consecutive free ports. */
export async function firstOfFreePorts(count: number, part: keyof typeof BEGINNINGS): Promise<number> {
  for (let first = BEGINNINGS[part] + count * (process.pid % PLACES); ; first += count) {
    const areFree = await Promise.all(Array.from({ length: count }, (_, at) => isPortFree(first + at)));
    if (areFree.every(Boolean)) return first;
  }
}
