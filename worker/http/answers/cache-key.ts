import { BUILD_ID } from '../build.ts';

/** How long the shared cache repeats a response, in seconds. A write purges only the copy in its own data center. */
export const SHARED_SECONDS = 30;

/** The key includes the build, because each build changes the files that a page loads. */
export function cacheKey(origin: string, path: string): string {
  return `${origin}${path}${path.includes('?') ? '&' : '?'}build=${BUILD_ID}`;
}
