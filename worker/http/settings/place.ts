import { hostOf, isLoopback } from '../loopback.ts';

/** No server on the internet uses this top-level domain. */
export const RESERVED = /(^|\.)test$/;

/** Whether this is a run on a developer's machine, where the defaults are enough. */
export function isLocalRun(siteUrl: string | undefined, host: string): boolean {
  const site = hostOf(siteUrl);
  const isElsewhere = !isLoopback(host) && !RESERVED.test(host);
  return !isElsewhere && site !== null && isLoopback(site);
}
