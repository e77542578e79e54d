import type { Context } from 'hono';
import type { AuthEnv } from './auth-env.ts';
import { asAuthError, type AuthError } from './errors.ts';
import { chooseRedirect } from './redirect.rules.ts';

/** The redirect of this request: its query, header or form field, else the referer, else the site; each only where allowed. */
export function requestedRedirect(c: Context<AuthEnv>, given?: string): string {
  const wanted = given ?? c.req.query('redirect_to') ?? c.req.header('redirect_to');
  return chooseRedirect(c.get('config'), { wanted, referer: c.req.header('Referer') });
}

/** `url` with keys added to its query. */
export function withQuery(url: string, fields: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
  return target.toString();
}

/** `url` with a fragment of these keys and the empty marker `sb`; an older fragment is dropped. */
export function withFragment(url: string, fields: Record<string, string>): string {
  return `${url.split('#')[0]!}#${new URLSearchParams({ ...fields, sb: '' }).toString()}`;
}

const OAUTH_WORDS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

/** What an error tells in a URL (contract 1.6). */
export function errorFields(error: AuthError): Record<string, string> {
  const word = OAUTH_WORDS[error.status];
  return { ...(word ? { error: word } : {}), error_code: error.code, error_description: error.message };
}

/** A known refusal as the URL that tells it; `inQuery` (PKCE, OAuth) puts it into query and fragment. Unknown errors are rethrown. */
export function errorRedirect(error: unknown, { to, inQuery }: { to: string; inQuery: boolean }): string {
  const refusal = error instanceof Error ? asAuthError(error) : undefined;
  if (!refusal) throw error;
  const fields = errorFields(refusal);
  return withFragment(inQuery ? withQuery(to, fields) : to, fields);
}
