import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { isUniqueViolation } from '../../../http/constraint.ts';
import { runAndTell } from '../../../rooms/tell-pages.ts';
import { AddressFields, limitedAddress } from '../accounts/addresses.ts';
import type { AuthEnv } from '../auth-env.ts';
import { linkExpired, malformed, phoneExists } from '../errors.ts';
import { authBody, optionalText } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { issueAuthCode } from '../oauth/flow-states.db.ts';
import { errorRedirect, requestedRedirect, withFragment, withQuery } from '../redirect.ts';
import { startSession } from '../sessions/start-session.ts';
import { isPkceToken } from './code-hash.ts';
import { confirmPage } from './confirm-page.ts';
import { methodOf } from './send-code.ts';
import { verifiedAddress, verifyDigits, verifyLinkToken, type Verified, type VerifiedUser } from './verify-code.ts';

const Verify = v.object({
  ...AddressFields,
  type: v.string('Verify requires a verification type'),
  token: optionalText(64),
  token_hash: optionalText(256),
});

interface Link {
  token: string;
  type: string;
  redirect_to: string;
}

export const verifyRoutes = new Hono<AuthEnv>()
  /**
   * The link of a mail. A browser gets a page whose button does the rest: mail scanners open every link and would use the code up. Any
   * other client gets its redirect (303) at once.
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
    const taken = await limitRequest(c, 'verify', limitedAddress(addresses));
    if (Boolean(token) === Boolean(token_hash)) throw malformed('Verify requires either a token or a token hash');
    if (token_hash && (addresses.email || addresses.phone)) throw malformed('Only the token_hash and type should be provided');
    const verified = token_hash
      ? await verifyLinkToken(c, { type, token: token_hash })
      : await verifyDigits(c, { type, digits: token!, address: verifiedAddress(type, addresses) });
    taken.giveBack();
    if ('half' in verified) return c.json({ msg: verified.half, code: '200' });
    return c.json(await openSession(c, { verified, type }));
  });

function linkOf(c: Context<AuthEnv>, fields: Record<string, unknown>): Link {
  const textOf = (name: string) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  return { token: textOf('token'), type: textOf('type'), redirect_to: requestedRedirect(c, textOf('redirect_to') || undefined) };
}

/** Verifies a link and redirects its holder with tokens in the fragment, or with a PKCE code in the query. An error is a redirect too. */
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
  if (isPkceToken(link.token)) return withQuery(redirect_to, { code: await openFlow(c, verified) });
  const { access_token, expires_at, expires_in, refresh_token, token_type } = await openSession(c, { verified, type });
  const fields = { access_token, expires_at: String(expires_at), expires_in: String(expires_in), refresh_token, token_type, type };
  return withFragment(redirect_to, fields);
}

/** Writes the proof of the address, and returns the PKCE code that the client exchanges for a session. */
async function openFlow(c: Context<AuthEnv>, { statements, flow_state_id }: VerifiedUser): Promise<string> {
  await runAndTell(c, statements);
  const code = flow_state_id ? await issueAuthCode(c.get('db'), { flow_state_id, now: c.get('now') }) : undefined;
  if (!code) throw linkExpired();
  return code;
}

function openSession(c: Context<AuthEnv>, { verified, type }: { verified: VerifiedUser; type: string }) {
  const identity = type === 'sms' || type === 'phone_change' ? 'phone' : 'email';
  const signIn = { record: verified.record, method: methodOf(type), identity, alongside: verified.statements };
  return startSession(c, signIn).catch((error: unknown) => {
    // The number was free when its code was sent, and belongs to another account now.
    throw isUniqueViolation(error) ? phoneExists() : error;
  });
}
