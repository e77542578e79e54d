const LOOPBACK = /^(127(\.\d+){3}|0\.0\.0\.0|(.+\.)?localhost|\[(::1?|::ffff:7f[0-9a-f]{2}:[0-9a-f]+)\])$/;

/** Whether a host name, as `URL` normalizes it, is this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Returns the host name of an http or https URL, or null. */
export function hostOf(address: string | undefined): string | null {
  return address && URL.canParse(address) && /^https?:/.test(address) ? new URL(address).hostname : null;
}
