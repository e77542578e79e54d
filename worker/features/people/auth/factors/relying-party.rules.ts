import type { RedirectRule } from '../base/redirect.rules.ts';

const LOOPBACK_ADDRESS = /^(127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;

/**
 * A passkey is bound to `id`, a host name, and works on pages of `origins`: the site and the allowed redirect targets
 * without a wildcard in their host. Browsers offer no passkeys to an IP address, so a loopback address becomes
 * `localhost`.
 */
export function relyingParty({ site_url, redirect_allow }: RedirectRule) {
  const site = new URL(site_url);
  if (LOOPBACK_ADDRESS.test(site.hostname)) site.hostname = 'localhost';
  const allowed = redirect_allow.flatMap((pattern) => /^https?:\/\/[^*?/]+(?=\/|$)/.exec(pattern) ?? []);
  const origins = allowed.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
  return { id: site.hostname, name: 'Vouch', origins: [site.origin, ...origins] };
}
