import type { Context } from 'hono';
import { requestId } from '../../../../http/answers/current-request.ts';
import type { AuthEnv } from './auth-env.ts';
import { asAuthError, type AuthError, ERROR_CODE_HEADER } from './errors.ts';
import { chooseRedirect } from './redirect.rules.ts';

/**
 * Returns the URL to redirect to. This is the URL that the HTTP request asks for, if that is allowed. Otherwise it is
 * the referer, if that is allowed, or the URL of the site. `given`: a form field, which wins over query and header.
 */
export function requestedRedirect(c: Context<AuthEnv>, given?: string): string {
  const wanted = given ?? c.req.query('redirect_to') ?? c.req.header('redirect_to');
  return chooseRedirect(c.get('config'), { wanted, referer: c.req.header('Referer') });
}

export function withQuery(url: string, fields: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
  return target.toString();
}

export function withFragment(url: string, fields: Record<string, string>): string {
  return `${url.split('#')[0]!}#${new URLSearchParams({ ...fields, sb: '' }).toString()}`;
}

const OAUTH_ERRORS: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

export function errorFields(error: AuthError): Record<string, string> {
  const name = OAUTH_ERRORS[error.status];
  const id = error.status >= 500 ? requestId() : undefined;
  return {
    ...(name ? { error: name } : {}),
    error_code: error.code,
    error_description: error.message,
    ...(id ? { error_id: id } : {}),
  };
}

/**
 * Returns the URL `to` with the error in its fragment. With `inQuery` (PKCE, OAuth), the query has the error too.
 * Rethrows an unexpected error.
 */
export function errorRedirect(
  c: Pick<Context<AuthEnv>, 'header'>,
  { error, to, inQuery }: { error: unknown; to: string; inQuery: boolean },
): string {
  const refusal = error instanceof Error ? asAuthError(error) : undefined;
  if (!refusal) throw error;
  c.header(ERROR_CODE_HEADER, refusal.code);
  const fields = errorFields(refusal);
  return withFragment(inQuery ? withQuery(to, fields) : to, fields);
}
