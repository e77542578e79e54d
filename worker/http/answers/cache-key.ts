import { BUILD_ID } from '../build.ts';

/**
 * How long a shared cache may keep a public answer, in seconds. A write purges it sooner at the edge that took the
 * write.
 */
export const SHARED_SECONDS = 30;

/**
 * The key of an answer in the shared cache. It includes the build, because each build changes the files that a page
 * names.
 */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}
