import { hostOf, isLoopback } from '../loopback.ts';

/** A reserved top-level domain. No server on the internet uses it. */
export const RESERVED = /(^|\.)test$/;

/** Whether a Worker that answers `host` runs on a developer's machine, where the defaults are enough. */
export function isLocalRun(siteUrl: string | undefined, host: string): boolean {
  const site = hostOf(siteUrl);
  const isElsewhere = !isLoopback(host) && !RESERVED.test(host);
  return !isElsewhere && site !== null && isLoopback(site);
}
