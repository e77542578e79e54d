import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AuthFlowState } from '../../../../drizzle/tables/auth-codes.ts';
import { randomSecret, sha256Hex } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';

const COOKIE = 'vouch-oauth';
const MARK = /^[\w-]{43}$/;

/**
 * A new state of an OAuth flow, bound to the browser that asks: it ends in the hash of a mark that only this browser has, for as long as an OAuth flow
 * takes. Several tabs share the mark.
 */
export async function boundState(c: Context<AuthEnv>, seconds: number): Promise<string> {
  const known = markOf(c);
  const mark = known ?? randomSecret();
  const cookie = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: seconds } as const;
  if (isHttps(c)) setCookie(c, COOKIE, mark, { ...cookie, secure: true, prefix: 'host' });
  else setCookie(c, COOKIE, mark, cookie);
  return `${crypto.randomUUID()}.${await sha256Hex(mark)}`;
}

/**
 * Whether who comes back may be who started. A browser must have the mark of its state, or it would be signed in as, or linked to, whoever
 * sent it here; how the OAuth flow was started says nothing, since the sender chose that. Linking for another allowed origin is let through:
 * the answer to its `fetch` could leave no mark.
 */
export async function isSameBrowser(c: Context<AuthEnv>, flow: AuthFlowState): Promise<boolean> {
  if (!isBrowser(c)) return true;
  const isElsewhere = flow.redirect_to !== null && new URL(flow.redirect_to).origin !== new URL(c.get('config').site_url).origin;
  if (flow.linking_user_id !== null && isElsewhere) return true;
  const mark = markOf(c);
  return mark !== undefined && flow.id.endsWith(`.${await sha256Hex(mark)}`);
}

/**
 * Whether a browser asks, rather than a program. Some page's picture or `fetch` counts as well: it wants no HTML, but it walks the whole
 * OAuth flow with whatever the person is signed in to. Only browsers say which site a request comes from.
 */
export function isBrowser(c: Context<AuthEnv>): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, accept } = c.req.header();
  return site !== undefined || mode === 'navigate' || /\btext\/html\b/i.test(accept ?? '');
}

function markOf(c: Context<AuthEnv>): string | undefined {
  const mark = isHttps(c) ? getCookie(c, COOKIE, 'host') : getCookie(c, COOKIE);
  return mark !== undefined && MARK.test(mark) ? mark : undefined;
}

/** Without TLS, which is local development only, browsers refuse the prefix. */
function isHttps(c: Context<AuthEnv>): boolean {
  return new URL(c.req.url).protocol === 'https:';
}
