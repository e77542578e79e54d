import type { Context } from 'hono';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { linkExpired, malformed, phoneExists } from '../base/errors.ts';
import { limitRequest } from '../base/limits.ts';
import { issueAuthCode } from '../sessions/flow-states.db.ts';
import { errorRedirect, requestedRedirect, withFragment, withQuery } from '../base/redirect.ts';
import { startSession } from '../sessions/start-session.ts';
import { proveArrival } from './arrival-proof.ts';
import { isPkceToken } from './code-hash.ts';
import { methodOf } from './send-code.ts';
import { verifyLinkToken, type Verified, type VerifiedUser } from './verify-code.ts';

export interface Link {
  token: string;
  type: string;
  redirect_to: string;
}

export function linkOf(c: Context<AuthEnv>, fields: Record<string, unknown>): Link {
  const redirect_to = requestedRedirect(c, textOf(fields, 'redirect_to') || undefined);
  return { token: textOf(fields, 'token'), type: textOf(fields, 'type'), redirect_to };
}

/** Returns an empty text if the field is missing or contains a file. */
export function textOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

/** The types of links that an API client may follow with a GET. */
const FOLLOWED_BY_GET = new Set(['signup', 'invite', 'magiclink', 'email']);

/**
 * Only API clients, known by their own headers, may use up a link with a GET. Mail scanners and prefetching browsers
 * open every link, but never send these headers.
 */
export function mayFollowAtOnce(c: Context<AuthEnv>, { type }: Link): boolean {
  const { apikey, purpose, 'x-client-info': client, 'sec-purpose': secPurpose } = c.req.header();
  const isApiClient = apikey !== undefined || client !== undefined;
  const isAhead = purpose !== undefined || secPurpose !== undefined;
  return c.req.raw.method === 'GET' && isApiClient && !isAhead && FOLLOWED_BY_GET.has(type);
}

/** Redirects with tokens in the fragment, or with a PKCE code in the query. Errors redirect too. */
export async function followLink(c: Context<AuthEnv>, link: Link): Promise<Response> {
  return redirectTo(c, link, async () => {
    await limitRequest(c, 'verify');
    if (!link.token) throw malformed('Verify requires a token or a token hash');
    return destinationOf(c, { link, verified: await verifyLinkToken(c, link) });
  });
}

/**
 * Redirects to the URL or shows the page that `find` returns. If `find` throws an expected error, redirects to the
 * link's target, with the error in the URL.
 */
export async function redirectTo(
  c: Context<AuthEnv>,
  link: Link,
  find: () => Promise<string | Response>,
): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  const location = await find().catch((error: unknown) =>
    errorRedirect(c, { error, to: link.redirect_to, inQuery: isPkceToken(link.token) }),
  );
  return location instanceof Response ? location : c.redirect(location, 303);
}

/**
 * Returns the URL to which a verified link redirects, with tokens or a PKCE code in it. If an email change still needs
 * a second confirmation, the URL has a message instead.
 */
export async function destinationOf(
  c: Context<AuthEnv>,
  { link, verified }: { link: Link; verified: Verified },
): Promise<string> {
  const { redirect_to, type } = link;
  if ('half' in verified) return withFragment(redirect_to, { message: verified.half });
  if (isPkceToken(link.token)) {
    const code = await openFlow(c, verified);
    await proveArrival(c, { type, redirect_to, secret: code });
    return withQuery(redirect_to, { code });
  }
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await openSession(c, { verified, type });
  const fields = {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  };
  const arrival = await proveArrival(c, { type, redirect_to, secret: access_token });
  return withFragment(redirect_to, arrival === null ? fields : { ...fields, arrival });
}

async function openFlow(c: Context<AuthEnv>, { statements, flow_state_id }: VerifiedUser): Promise<string> {
  await runAndTell(c, statements);
  const code = flow_state_id ? await issueAuthCode(c.get('db'), { flow_state_id, now: c.get('now') }) : undefined;
  if (!code) throw linkExpired();
  return code;
}

/** Starts a session, and marks the address as confirmed in the same transaction. */
export function openSession(c: Context<AuthEnv>, { verified, type }: { verified: VerifiedUser; type: string }) {
  const identity = type === 'sms' || type === 'phone_change' ? 'phone' : 'email';
  const signIn = { record: verified.record, method: methodOf(type), identity, alongside: verified.statements };
  return startSession(c, signIn).catch((error: unknown) => {
    // The phone number was free when its code was sent, but somebody has taken it since.
    throw isUniqueViolation(error) ? phoneExists() : error;
  });
}
