import { createMiddleware } from 'hono/factory';
import { routePath } from 'hono/route';
import type { AppEnv } from '../../context.ts';

/** The number of last answers of a route that are remembered. */
const KEPT = 100;

/**
 * The times of the last answers of each route in this copy of the Worker, in ms. A full list begins again at its start.
 */
const times = new Map<string, { ms: number[]; next: number }>();

/**
 * Remembers how long each route took, until this copy of the Worker ends. Answers from memory are not measured. In
 * production the clock stands still while code runs, so the time is that of the waiting: for the database, for objects,
 * for providers.
 */
export const measureRoutes = createMiddleware<AppEnv>(async (c, next) => {
  const began = performance.now();
  await next();
  noteTime(`${c.req.method} ${routePath(c)}`, performance.now() - began);
});

/** Remembers one answer of a route. */
export function noteTime(route: string, ms: number): void {
  const own = times.get(route) ?? { ms: [], next: 0 };
  own.ms[own.next] = ms;
  own.next = (own.next + 1) % KEPT;
  times.set(route, own);
}

/** The slowest routes, the slowest first: the 95th percentile of their last answers, in ms. */
export function slowestRoutes(most: number): { route: string; answers: number; p95_ms: number }[] {
  return Array.from(times, ([route, { ms }]) => {
    const sorted = ms.toSorted((a, b) => a - b);
    return { route, answers: ms.length, p95_ms: sorted[Math.ceil(sorted.length * 0.95) - 1]! };
  })
    .toSorted((a, b) => b.p95_ms - a.p95_ms)
    .slice(0, most);
}
