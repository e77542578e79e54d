import { hostOf, isLoopback } from '../loopback.ts';

/** Matches hosts of the top-level domain `.test`, which no server on the internet uses. */
export const RESERVED = /(^|\.)test$/;

/** Returns true on a developer's machine, where the default settings are enough. */
export function isLocalRun(siteUrl: string | undefined, host: string): boolean {
  const site = hostOf(siteUrl);
  const isElsewhere = !isLoopback(host) && !RESERVED.test(host);
  return !isElsewhere && site !== null && isLoopback(site);
}
