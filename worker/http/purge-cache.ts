import type { Context } from 'hono';
import type { AppEnv } from '../context.ts';
import { BUILD_ID } from './build.ts';

/** Where an answer is in the shared cache. The build is part of the key, because the files that a page names change with it. */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}

/** Forgets the given paths of the request's origin at this edge. Paths are without query. */
export async function purgePublic(c: Context<AppEnv>, paths: readonly string[]): Promise<void> {
  await purgePaths(new URL(c.req.url).origin, paths);
}

/** Forgets the given paths of an origin at this edge, for work that no request asked for. Paths are without query. */
export async function purgePaths(origin: string, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => caches.default.delete(cacheKey(origin, path))));
}

const LISTS = ['/', '/events', '/venues', '/api/home', '/api/events', '/api/venues', '/sitemap.xml'];

/** Every public path whose content shows an event or a venue; `slugs` are the events that changed. */
export function eventPaths(slugs: readonly string[]): string[] {
  return [
    ...LISTS,
    ...slugs.flatMap((slug) => [`/events/${slug}`, `/events/${slug}.ics`, `/api/events/${slug}`, `/api/events/${slug}/listings`]),
  ];
}
