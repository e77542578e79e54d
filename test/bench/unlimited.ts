import type { V4WorkerOptions } from 'miniflare';

/** A limit that no load reaches. The Worker still checks it. */
const MOST = 1_000_000_000;

export function unlimited(worker: V4WorkerOptions): V4WorkerOptions {
  const ratelimits = Object.entries(worker.ratelimits ?? {}).map(([name, limit]) => [
    name,
    { ...limit, simple: { ...limit.simple, limit: MOST } },
  ]);
  return { ...worker, ratelimits: Object.fromEntries(ratelimits) };
}
