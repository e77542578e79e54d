export interface RedirectRule {
  site_url: string;
  redirect_allow: readonly string[];
}

export function chooseRedirect(
  rule: RedirectRule,
  { wanted, referer }: { wanted?: string | undefined; referer?: string | undefined },
): string {
  for (const candidate of [wanted, referer]) {
    if (candidate && isAllowedRedirect(rule, candidate)) return candidate;
  }
  return rule.site_url;
}

/**
 * Returns whether tokens may be sent to a URL. The URL must have the site's origin, or its part before `#` must match
 * the allow-list. If the site runs on loopback, the port may differ. The list cannot allow an http(s) URL with an IP
 * address other than loopback.
 */
export function isAllowedRedirect({ site_url, redirect_allow }: RedirectRule, candidate: string): boolean {
  const url = parsed(candidate);
  if (!url) return false;
  if (isWeb(url) && isSameSite(new URL(site_url), url)) return true;
  if (isWeb(url) && isOddHost(url.hostname)) return false;
  const bare = candidate.split('#')[0]!;
  return redirect_allow.some((pattern) => globOf(pattern).test(bare));
}

/**
 * Returns null for a URL that is too long, has credentials or a dangerous scheme, or that browsers and servers may read
 * differently.
 */
function parsed(candidate: string): URL | null {
  if (candidate.length > 2048 || /[\s\\\p{Cc}]/u.test(candidate) || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  if (
    url.username ||
    url.password ||
    ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'].includes(url.protocol)
  )
    return null;
  if (!isWeb(url)) return url;
  const written = /^https?:\/\/([^/?#]+)/i.exec(candidate)?.[1]?.toLowerCase();
  const port = url.protocol === 'https:' ? ':443' : ':80';
  return written === url.host || written === `${url.host}${port}` ? url : null;
}

function isWeb(url: URL): boolean {
  return url.protocol === 'http:' || url.protocol === 'https:';
}

function isSameSite(site: URL, url: URL): boolean {
  if (site.protocol !== url.protocol || site.hostname !== url.hostname) return false;
  return site.port === url.port || isLoopback(site.hostname);
}

function isLoopback(host: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'].includes(host) || host.endsWith('.localhost');
}

function isOddHost(host: string): boolean {
  if (isLoopback(host)) return false;
  return /^\d+$/.test(host) || /^\d+(\.\d+){3}$/.test(host) || !/^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host);
}

/** `*` and `?` do not match `.` or `/`, but `**` matches everything. */
function globOf(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      return part === '?' ? '[^./]' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}
