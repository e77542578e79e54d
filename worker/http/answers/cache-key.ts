import { BUILD_ID } from '../build.ts';

/** In seconds. The edge that handles a write purges the response at once. */
export const SHARED_SECONDS = 30;

/** Includes the build, because each build changes the files that a page loads. */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}
