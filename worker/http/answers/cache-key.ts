import { BUILD_ID } from '../build.ts';

/** How long the shared cache keeps a response, in seconds. A write purges the copy at its own edge immediately. */
export const SHARED_SECONDS = 30;

/** The key includes the build, because each build changes the files that a page loads. */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}
