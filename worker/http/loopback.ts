const LOOPBACK = /^(127(\.\d+){3}|0\.0\.0\.0|(.+\.)?localhost|\[(::1?|::ffff:7f[0-9a-f]{2}:[0-9a-f]+)\])$/;

/** `host` must be normalized by `URL`. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Returns the host of an http or https URL, and null for anything else. */
export function hostOf(address: string | undefined): string | null {
  return address && URL.canParse(address) && /^https?:/.test(address) ? new URL(address).hostname : null;
}

export const isLoopbackUrl = (url: string): boolean => isLoopback(hostOf(url) ?? '');
