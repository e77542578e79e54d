import { BUILD_ID } from '../build.ts';

/** How long a shared cache may keep a public response, in seconds. The edge that handles a write purges it at once. */
export const SHARED_SECONDS = 30;

/**
 * Returns the key of a response in the shared cache. It includes the build, because each build changes the files that a
 * page loads.
 */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}
