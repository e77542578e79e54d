import { BUILD_ID } from './build.ts';

/** The key of an answer in the shared cache. It includes the build, because each build changes the files that a page names. */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}
