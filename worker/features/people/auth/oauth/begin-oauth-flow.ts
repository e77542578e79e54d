import type { Context } from 'hono';
import { randomSecret, sha256Hex } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { malformed } from '../base/errors.ts';
import { requestedRedirect } from '../base/redirect.ts';
import { insertOAuthFlow, OAUTH_FLOW_MS } from '../sessions/flow-states.db.ts';
import { googleAddress } from './google.ts';
import { challengeOf } from '../sessions/pkce-challenge.ts';
import { boundState, isBrowser, isElsewhere } from './same-browser.ts';

/**
 * Stores an OAuth flow and returns the address of Google's sign-in page. `linking_user_id` is the account to which the
 * Google identity will be linked, or null for a sign-in.
 */
export async function beginOAuthFlow(
  c: Context<AuthEnv>,
  { linking_user_id }: { linking_user_id: string | null },
): Promise<string> {
  const [config, now] = [c.get('config'), c.get('now')];
  const provider = wantedProvider(c);
  const challenge = challengeOf({
    code_challenge: c.req.query('code_challenge'),
    code_challenge_method: c.req.query('code_challenge_method'),
  });
  const redirect_to = requestedRedirect(c);
  if (linking_user_id !== null && !challenge && isBrowser(c) && isElsewhere(c, redirect_to)) {
    throw malformed("Linking from another origin needs PKCE. Create the client with flowType 'pkce'.");
  }
  const state = await boundState(c, OAUTH_FLOW_MS / 1000);
  const [verifier, nonce] = [randomSecret(), randomSecret()];
  const scopes = (c.req.query('scopes') ?? '').split(/[\s,]+/).filter(Boolean);
  const extra = new URL(c.req.url).searchParams;
  const address = await googleAddress(config, { state, verifier, nonce_hash: await sha256Hex(nonce), scopes, extra });
  const flow = {
    id: state,
    ...challenge,
    linking_user_id,
    authentication_method: 'oauth',
    provider,
    provider_verifier: verifier,
    provider_nonce: nonce,
    invite_token: c.req.query('invite_token')?.slice(0, 256) ?? null,
    redirect_to,
    created_at: now,
  };
  await insertOAuthFlow(c.get('db'), { flow, now });
  return address;
}

function wantedProvider(c: Context<AuthEnv>): 'google' {
  const provider = c.req.query('provider') ?? '';
  if (provider !== 'google') throw malformed(`Unsupported provider: Provider ${provider} could not be found`);
  if (!c.get('config').google) throw malformed('Unsupported provider: provider is not enabled');
  return provider;
}
