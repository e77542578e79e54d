import { setTimeout as sleep } from 'node:timers/promises';
import { isOver, type Waits, type World } from './world.ts';

const EVERY_MS = 200;
const PATIENCE_MS = 10_000;
/** A cached page should answer within this time, in ms, even during a stall of the database. */
export const QUICK_MS = 200;
export const LEAST_QUICK = 0.99;
/** With fewer answers than this, as in a short soak test, the share of quick answers is not judged. */
const LEAST_ANSWERS = 1000;

export async function watchPages(world: World): Promise<void> {
  const slugs = world.cast.events.map(({ slug }) => slug);
  const paths = ['/', '/events', '/api/home', '/api/events', ...slugs.map((slug) => `/events/${slug}`)];
  await Promise.all(paths.map((path) => watch(world, path)));
}

async function watch(world: World, path: string): Promise<void> {
  while (!isOver(world)) {
    const began = performance.now();
    const { fault } = world;
    const isCached = await open(`${world.origin}${path}`);
    if (isCached && fault === 'stall') world.waits.stalled.push(performance.now() - began);
    if (isCached && fault === null) world.waits.usual.push(performance.now() - began);
    await sleep(EVERY_MS);
  }
}

/** Returns whether a cache answered. */
async function open(url: string): Promise<boolean> {
  try {
    const { status, headers, body } = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await body?.cancel();
    return status === 200 && (headers.get('X-Cache') === 'HIT' || headers.has('X-Out-Of-Date'));
  } catch {
    return false;
  }
}

/**
 * Returns the share of cached pages that answered within `QUICK_MS`: `usual` without a fault, `stalled` during stalls.
 * A share is null if there were no answers. On a busy machine, pages are slow even without a stall. So a low `usual`
 * share lowers the limit for `stalled`.
 */
export function quickShares({ usual, stalled }: Waits) {
  const [before, during] = [shareOf(usual), shareOf(stalled)];
  const least = Math.min(LEAST_QUICK, before ?? 1);
  return { usual: before, stalled: during, is_too_slow: stalled.length >= LEAST_ANSWERS && during! < least };
}

function shareOf(waits: readonly number[]): number | null {
  return waits.length === 0 ? null : waits.filter((ms) => ms <= QUICK_MS).length / waits.length;
}
