import type { Context } from 'hono';
import type { AppEnv } from '../../context.ts';
import { cacheKey } from './cache-key.ts';
import { changePages } from '../database/d1-session.ts';
import { forgetHot } from './hot-answers.ts';

/** Paths have no query. Purges only in this data center. Other data centers keep their copies until these expire. */
export async function purgePublic(c: Context<AppEnv>, paths: readonly string[]): Promise<void> {
  await purgePaths(new URL(c.req.url).origin, paths);
}

/** Paths have no query. */
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

/** The venue's pages. Changes to its events appear there once the shared cache expires. */
export function venuePaths(slug: string): string[] {
  return [`/venues/${slug}`, `/api/venues/${slug}`];
}
