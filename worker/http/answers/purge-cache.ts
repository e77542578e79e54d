import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { cacheKey } from './cache-key.ts';
import { changePages } from '../database/d1-session.ts';
import { forgetHot } from './hot-answers.ts';

/** Removes the given paths of the request's origin from this edge's cache. Paths have no query. */
export async function purgePublic(c: Context<AppEnv>, paths: readonly string[]): Promise<void> {
  await purgePaths(new URL(c.req.url).origin, paths);
}

/** Removes the given paths of an origin from this edge's cache, for background work. Paths have no query. */
export async function purgePaths(origin: string, paths: readonly string[]): Promise<void> {
  changePages();
  for (const path of paths) forgetHot(`${origin}${path}`);
  await Promise.all(paths.map((path) => caches.default.delete(cacheKey(origin, path))));
}

const LISTS = [
  '/',
  '/events',
  '/venues',
  '/tickets',
  '/live',
  '/api/home',
  '/api/events',
  '/api/venues',
  '/api/tickets',
  '/api/live',
  '/sitemap.xml',
];

/** Returns the public lists of events and venues, and the own public paths of the events that changed (`slugs`). */
export function eventPaths(slugs: readonly string[]): string[] {
  return [
    ...LISTS,
    ...slugs.flatMap((slug) => [
      `/events/${slug}`,
      `/events/${slug}.ics`,
      `/api/events/${slug}`,
      `/api/events/${slug}/listings`,
    ]),
  ];
}

/** Returns the public paths of a venue. Changes to its events appear there once the shared cache expires. */
export function venuePaths(slug: string): string[] {
  return [`/venues/${slug}`, `/api/venues/${slug}`];
}
