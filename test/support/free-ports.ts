import { isPortFree } from '../../worker/local/is-port-free.ts';

/** Browsers refuse port 10080. */
const FIRST_PORTS = { browser: 10_100, soak: 15_000, demo: 19_000 };
/**
 * The search starts at one of this many ports, chosen by the process id. Servers open a found port only seconds later,
 * so two processes that start at the same port could choose the same ports.
 */
const PLACES = 1000;

/** Returns the first of `count` consecutive free ports. */
export async function firstOfFreePorts(count: number, part: keyof typeof FIRST_PORTS): Promise<number> {
  for (let first = FIRST_PORTS[part] + count * (process.pid % PLACES); ; first += count) {
    const areFree = await Promise.all(Array.from({ length: count }, (_, at) => isPortFree(first + at)));
    if (areFree.every(Boolean)) return first;
  }
}
