import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { AppEnv } from '../../context.ts';

const KEPT = 100;

/** The latest response times of each route, in ms. Once a list is full, a new time overwrites the oldest one. */
const times = new Map<string, { ms: number[]; next: number }>();

/**
 * Measures routes for the life of this isolate. Responses that `hotAnswer` takes from memory are not measured. In
 * production, the clock stands still while code runs, so only waits count.
 */
export const measureRoutes = createMiddleware<AppEnv>(async (c, next) => {
  const began = performance.now();
  await next();
  noteTime(`${c.req.method} ${routePath(c)}`, performance.now() - began);
});

export function noteTime(route: string, ms: number): void {
  const own = times.get(route) ?? { ms: [], next: 0 };
  own.ms[own.next] = ms;
  own.next = (own.next + 1) % KEPT;
  times.set(route, own);
}

/** Returns up to `most` routes, the slowest first, with the 95th percentile of their times in ms. */
export function slowestRoutes(most: number): { route: string; answers: number; p95_ms: number }[] {
  return Array.from(times, ([route, { ms }]) => {
    const sorted = ms.toSorted((a, b) => a - b);
    return { route, answers: ms.length, p95_ms: sorted[Math.ceil(sorted.length * 0.95) - 1]! };
  })
    .toSorted((a, b) => b.p95_ms - a.p95_ms)
    .slice(0, most);
}
