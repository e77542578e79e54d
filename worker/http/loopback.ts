const LOOPBACK = /^(127(\.\d+){3}|0\.0\.0\.0|(.+\.)?localhost|\[(::1?|::ffff:7f[0-9a-f]{2}:[0-9a-f]+)\])$/;

/** Whether a host name, as `URL` writes it, means this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The host name of an http or https address, or null. */
export function hostOf(address: string | undefined): string | null {
  return address && URL.canParse(address) && /^https?:/.test(address) ? new URL(address).hostname : null;
}
