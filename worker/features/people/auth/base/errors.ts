import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { domainErrorOf } from '../../../../http/answers/errors.ts';
import { log, traceOf } from '../../../../http/log.ts';
import type { AuthEnv } from './auth-env.ts';

/** Clients that ask for this API version or a later one get `code` and `message`. Others get `error_code` and `msg`. */
const NEW_FORMAT = '2024-01-01';
export const ERROR_CODE_HEADER = 'x-sb-error-code';

export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly weakPassword: string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(refusal: {
    status: ContentfulStatusCode;
    code: string;
    message: string;
    weakPassword?: string[];
    retryAfterSeconds?: number;
  }) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.weakPassword = refusal.weakPassword;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** For the id_token and web3 grants. The status is always 400. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(error: string, description: string) {
    super(description);
    this.error = error;
  }
}

export const refuse = (status: ContentfulStatusCode, code: string, message: string) =>
  new AuthError({ status, code, message });

export const malformed = (message: string) => refuse(400, 'validation_failed', message);

export const weakPassword = (message: string, reasons: string[]) =>
  new AuthError({ status: 422, code: 'weak_password', message, weakPassword: reasons });

export const rateLimited = (retryAfterSeconds: number) =>
  new AuthError({
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
    retryAfterSeconds,
  });

/** Clients retry after this error on their own. */
export const overloaded = (retryAfterSeconds: number) =>
  new AuthError({
    status: 503,
    code: 'over_request_rate_limit',
    message: 'Too many requests. Try again shortly.',
    retryAfterSeconds,
  });

export const userBanned = () => refuse(403, 'user_banned', 'User is banned');

export const sessionNotFound = () =>
  refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');

export const signupDisabled = (status: 403 | 422) =>
  refuse(status, 'signup_disabled', 'Signups not allowed for this instance');

export const emailExists = () =>
  refuse(422, 'email_exists', 'A user with this email address has already been registered');

export const phoneExists = () =>
  refuse(422, 'phone_exists', 'A user with this phone number has already been registered');

export const phoneDisabled = () => refuse(400, 'phone_provider_disabled', 'Phone logins are disabled');

export const linkExpired = () => refuse(403, 'otp_expired', 'Email link is invalid or has expired');

export const secondFactorMissing = () =>
  refuse(401, 'insufficient_aal', 'AAL2 session is required to update email, phone or password when MFA is enabled.');

export const digitsExpired = () => refuse(403, 'otp_expired', 'Token has expired or is invalid');

export const answerAuthError: ErrorHandler<AuthEnv> = async (error, c) => {
  c.header('Cache-Control', 'no-store');
  if (error instanceof OAuthError) return c.json({ error: error.error, error_description: error.message }, 400);
  const known = asAuthError(error);
  if (known && known.status >= 500) {
    const why = domainErrorOf(error)?.cause;
    const trace = why === undefined ? {} : { error: traceOf(error) };
    log(why === undefined ? 'warn' : 'error', 'auth request failed', {
      code: known.code,
      method: c.req.method,
      path: c.req.path,
      ...trace,
    });
  }
  const refusal = known ?? unexpected(error, c);
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds));
  c.header(ERROR_CODE_HEADER, refusal.code);
  if (isOpenedAsPage(c)) return (await import('./error-page.ts')).errorPage(c, refusal.status);
  const extra = refusal.weakPassword ? { weak_password: { reasons: refusal.weakPassword } } : {};
  const id = refusal.status >= 500 ? { error_id: c.get('request_id') } : {};
  if (!wantsNewFormat(c)) {
    return c.json(
      { code: refusal.status, error_code: refusal.code, msg: refusal.message, ...id, ...extra },
      refusal.status,
    );
  }
  c.header('X-Supabase-Api-Version', NEW_FORMAT);
  return c.json({ code: refusal.code, message: refusal.message, ...id, ...extra }, refusal.status);
};

/** Returns undefined for an unexpected error. */
export function asAuthError(error: Error): AuthError | undefined {
  if (error instanceof AuthError) return error;
  const known = domainErrorOf(error);
  const status = known?.status ?? (error instanceof HTTPException ? error.status : 0);
  if (status === 413) return refuse(413, 'request_entity_too_large', 'Request body too large');
  if (status === 400) return refuse(400, 'bad_json', 'Could not parse request body as JSON');
  if (status === 504) return refuse(504, 'request_timeout', 'This took too long. Please try again in a moment.');
  if (known && status === 503) {
    const { message, retryAfterSeconds = 1 } = known;
    return new AuthError({ status, code: 'request_timeout', message, retryAfterSeconds });
  }
  if (status === 404) return refuse(404, 'validation_failed', 'Not found');
  return undefined;
}

function unexpected(error: Error, c: Context<AuthEnv>): AuthError {
  log('error', 'auth request failed', { method: c.req.method, path: c.req.path, error: traceOf(error) });
  return refuse(500, 'unexpected_failure', 'Something broke on our side. Please try again.');
}

/** Whether a browser shows the response as a page. API clients send their own headers or use fetch. */
function isOpenedAsPage(c: Context<AuthEnv>): boolean {
  const { apikey, authorization, accept = '', 'x-client-info': client, 'sec-fetch-mode': mode } = c.req.header();
  if (apikey !== undefined || authorization !== undefined || client !== undefined) return false;
  return mode === undefined ? accept.startsWith('text/html') : mode === 'navigate';
}

function wantsNewFormat(c: Context<AuthEnv>): boolean {
  const version = c.req.header('X-Supabase-Api-Version') ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= NEW_FORMAT;
}
