import { Hono, type Context } from 'hono';
import type { AuthEnv } from '../auth-env.ts';
import { isPkceToken } from './one-time-code.ts';
import { confirmPage } from './confirm-page.ts';
import { malformed, refuse } from '../errors.ts';
import { accountOf, authBody, Verify } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { errorRedirect, requestedRedirect, withFragment, withQuery } from '../redirect.ts';
import { methodOf } from './send-code.ts';
import { startSession } from '../sessions/start-session.ts';
import { isUniqueViolation } from '../unique.ts';
import { addressOf, verifyDigits, verifyLinkToken, type Verified } from './verify-code.ts';
import { issueAuthCode } from './codes.db.ts';

interface Link {
  token: string;
  type: string;
  redirect_to: string;
}

export const verifyRoutes = new Hono<AuthEnv>()
  /**
   * A mail's link. A browser is shown a page whose button does the rest, because mail scanners open every link and would use the code
   * up; other clients are answered at once. Either way the end is the contract's 303.
   */
  .get('/verify', async (c) => {
    const link = linkOf(c, c.req.query());
    if (c.req.raw.method === 'GET' && !/\btext\/html\b/i.test(c.req.header('Accept') ?? '')) return followLink(c, link);
    return confirmPage(c, link);
  })
  .post('/verify', async (c) => {
    if (c.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded')) {
      return followLink(c, linkOf(c, await c.req.parseBody()));
    }
    const { type, token, token_hash, ...addresses } = await authBody(c, Verify);
    await limitRequest(c, 'verify', accountOf(addresses));
    if (Boolean(token) === Boolean(token_hash)) throw malformed('Verify requires either a token or a token hash');
    if (token_hash && (addresses.email || addresses.phone)) throw malformed('Only the token_hash and type should be provided');
    const verified = token_hash
      ? await verifyLinkToken(c, { type, token: token_hash })
      : await verifyDigits(c, { type, digits: token!, address: addressOf(type, addresses) });
    if ('half' in verified) return c.json({ msg: verified.half, code: '200' });
    return c.json(await openSession(c, { verified, type }));
  });

function linkOf(c: Context<AuthEnv>, fields: Record<string, unknown>): Link {
  const word = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  return { token: word('token'), type: word('type'), redirect_to: requestedRedirect(c, word('redirect_to') || undefined) };
}

/** Verifies a link and sends its holder on: tokens in the fragment, or for PKCE a code in the query; errors likewise. */
async function followLink(c: Context<AuthEnv>, link: Link): Promise<Response> {
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  try {
    await limitRequest(c, 'verify');
    if (!link.token) throw malformed('Verify requires a token or a token hash');
    return c.redirect(await destinationOf(c, { link, verified: await verifyLinkToken(c, link) }), 303);
  } catch (error) {
    return c.redirect(errorRedirect(error, { to: link.redirect_to, inQuery: isPkceToken(link.token) }), 303);
  }
}

async function destinationOf(c: Context<AuthEnv>, { link, verified }: { link: Link; verified: Verified }): Promise<string> {
  const { redirect_to, type } = link;
  if ('half' in verified) return withFragment(redirect_to, { message: verified.half });
  if (isPkceToken(link.token)) {
    const [first, ...rest] = verified.statements;
    if (first) await c.get('db').batch([first, ...rest]);
    const code = verified.flow_state_id
      ? await issueAuthCode(c.get('db'), { flow_state_id: verified.flow_state_id, now: c.get('now') })
      : undefined;
    if (!code) throw refuse(403, 'otp_expired', 'Email link is invalid or has expired');
    return withQuery(redirect_to, { code });
  }
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await openSession(c, { verified, type });
  const fields = { access_token, expires_at: String(expires_at), expires_in: String(expires_in), refresh_token, token_type, type };
  return withFragment(redirect_to, fields);
}

function openSession(c: Context<AuthEnv>, { verified, type }: { verified: Exclude<Verified, { half: string }>; type: string }) {
  const identity = type === 'sms' || type === 'phone_change' ? 'phone' : 'email';
  const signIn = { record: verified.record, method: methodOf(type), identity, alongside: verified.statements };
  return startSession(c, signIn).catch((error: unknown) => {
    // The number was free when its code went out.
    throw isUniqueViolation(error) ? refuse(422, 'phone_exists', 'A user with this phone number has already been registered') : error;
  });
}
