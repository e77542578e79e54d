import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { cacheKey } from './cache-key.ts';
import { changePages } from '../database/d1-session.ts';
import { forgetHot } from './hot-answers.ts';

/**
 * Deletes the cached copies of paths (without a query) in this data center. Other data centers keep their copies until
 * these expire.
 */
export async function purgePublic(c: Context<AppEnv>, paths: readonly string[]): Promise<void> {
  await purgePaths(new URL(c.req.url).origin, paths);
}

/** Like `purgePublic`, for code that has no request. */
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

/**
 * The paths of a venue's pages. A change of an event does not purge them, so it appears there once the copies in the
 * shared cache expire.
 */
export function venuePaths(slug: string): string[] {
  return [`/venues/${slug}`, `/api/venues/${slug}`];
}
