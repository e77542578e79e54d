import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Context } from 'hono';
import { authFlowStates, authOneTimeCodes, type AuthFlowState, type NewAuthFlowState } from '../../../../drizzle/tables/auth-codes.ts';
import { randomSecret, sha256Hex } from '../../../http/crypto.ts';
import type { AuthEnv } from '../auth-env.ts';
import { storedHash } from '../codes/one-time-code.ts';
import { malformed, refuse } from '../errors.ts';
import { finishGoogle, googleAddress, type ProviderGrant } from './google.ts';
import { googlePerson } from './id-token-grant.ts';
import { challengeOf } from '../inputs.ts';
import type { Change } from '../accounts/provider-accounts.db.ts';
import { identityTaken, linkTo, withAccountOf } from '../accounts/provider-sign-in.ts';
import { errorFields, errorRedirect, requestedRedirect, withFragment, withQuery } from '../redirect.ts';
import { boundState, isSameBrowser } from './same-browser.ts';
import { startSession } from '../sessions/start-session.ts';
import { isUniqueViolation } from '../unique.ts';
import { findUser } from '../accounts/users.db.ts';

/** How long a person may take at the provider. */
const OAUTH_FLOW_MS = 300_000;

interface Answer {
  location: string;
  status: 302 | 303;
}

/** Remembers an OAuth flow and returns where it begins. `linking_user_id` is whose account the identity is to join. */
export async function beginOAuthFlow(
  c: Context<AuthEnv>,
  { provider, linking_user_id }: { provider: string; linking_user_id: string | null },
): Promise<string> {
  const [db, now] = [c.get('db'), c.get('now')];
  const challenge = challengeOf({
    code_challenge: c.req.query('code_challenge'),
    code_challenge_method: c.req.query('code_challenge_method'),
  });
  const begun = { state: await boundState(c, OAUTH_FLOW_MS / 1000), verifier: randomSecret(), nonce: randomSecret() };
  const nonce_hash = await sha256Hex(begun.nonce);
  const scopes = (c.req.query('scopes') ?? '').split(/[\s,]+/).filter(Boolean);
  const extra = new URL(c.req.url).searchParams;
  const address = await googleAddress(c.get('config'), { state: begun.state, verifier: begun.verifier, nonce_hash, scopes, extra });
  const row: NewAuthFlowState = {
    id: begun.state,
    ...challenge,
    linking_user_id,
    authentication_method: 'oauth',
    provider,
    provider_verifier: begun.verifier,
    provider_nonce: begun.nonce,
    invite_token: c.req.query('invite_token')?.slice(0, 256) ?? null,
    redirect_to: requestedRedirect(c),
    created_at: now,
  };
  // What nobody came back for goes, provider tokens that nobody collected first of all.
  const isOAuthFlow = or(isNotNull(authFlowStates.provider_verifier), isNotNull(authFlowStates.provider_access_token));
  const isOld = and(isOAuthFlow, lt(authFlowStates.created_at, new Date(now.getTime() - OAUTH_FLOW_MS)));
  await db.batch([db.delete(authFlowStates).where(isOld), db.insert(authFlowStates).values(row)]);
  return address;
}

/** Takes the provider's answer and returns where the person goes: with tokens, with a code, or with what went wrong. */
export async function endOAuthFlow(c: Context<AuthEnv>, fields: Record<string, string>): Promise<Answer> {
  const flow = await spendState(c, fields['state'] ?? '');
  if (!flow || !(await isSameBrowser(c, flow))) {
    const refusal = refuse(400, 'bad_oauth_state', 'OAuth state not found, expired, used before, or another browser’s');
    return { location: withQuery(c.get('config').site_url, errorFields(refusal)), status: 303 };
  }
  const to = flow.redirect_to ?? c.get('config').site_url;
  try {
    return { location: await arrive(c, { flow, to, fields }), status: 302 };
  } catch (error) {
    return { location: errorRedirect(error, { to, inQuery: true }), status: 302 };
  }
}

/** The OAuth flow of a state, which is gone with this: nobody can come with it twice. */
async function spendState(c: Context<AuthEnv>, state: string): Promise<AuthFlowState | undefined> {
  const isOAuthFlow = and(isNotNull(authFlowStates.provider_verifier), isNull(authFlowStates.auth_code));
  const isInTime = gt(authFlowStates.created_at, new Date(c.get('now').getTime() - OAUTH_FLOW_MS));
  const [flow] = await c
    .get('db')
    .delete(authFlowStates)
    .where(and(eq(authFlowStates.id, state), isOAuthFlow, isInTime))
    .returning();
  return flow;
}

async function arrive(
  c: Context<AuthEnv>,
  { flow, to, fields }: { flow: AuthFlowState; to: string; fields: Record<string, string> },
): Promise<string> {
  if (fields['error'] === 'access_denied') throw refuse(403, 'bad_oauth_callback', 'The sign-in was cancelled');
  if (fields['error']) throw refuse(500, 'bad_oauth_callback', 'The provider could not sign this person in');
  if (!fields['code']) throw refuse(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code');
  const secrets = { code: fields['code'], verifier: flow.provider_verifier ?? '', nonce: flow.provider_nonce ?? '', now: c.get('now') };
  const grant = await finishGoogle(c.get('config'), secrets);
  if (!grant) throw refuse(500, 'unexpected_failure', 'Unable to exchange external code');
  const write = (change: Change) => finish(c, { flow, to, grant, change });
  if (flow.linking_user_id !== null) return link(c, { flow, grant, write });
  await refuseOtherInvite(c, { flow, grant });
  return withAccountOf(c, googlePerson(grant.person), write);
}

async function link(
  c: Context<AuthEnv>,
  { flow, grant, write }: { flow: AuthFlowState; grant: ProviderGrant; write: (change: Change) => Promise<string> },
): Promise<string> {
  const record = await findUser(c.get('db'), { id: flow.linking_user_id ?? '' });
  if (!record) throw refuse(403, 'user_not_found', 'The account this was to be linked to is gone');
  if (record.user.banned_until && record.user.banned_until > c.get('now')) throw refuse(403, 'user_banned', 'User is banned');
  const change = await linkTo(c, { record, person: googlePerson(grant.person) });
  return write(change).catch((error: unknown) => {
    throw isUniqueViolation(error) ? identityTaken() : error;
  });
}

/** An invitation is accepted only by the address it was sent to. */
async function refuseOtherInvite(c: Context<AuthEnv>, { flow, grant }: { flow: AuthFlowState; grant: ProviderGrant }): Promise<void> {
  if (flow.invite_token === null) return;
  const [invite] = await c
    .get('db')
    .select({ address: authOneTimeCodes.address })
    .from(authOneTimeCodes)
    .where(and(eq(authOneTimeCodes.hash, await storedHash(flow.invite_token)), gt(authOneTimeCodes.expires_at, c.get('now'))));
  const { email, email_verified } = grant.person;
  if (!invite || !email_verified || invite.address !== email) {
    throw malformed('Invited email does not match emails from external provider');
  }
}

/** A PKCE client gets a code that only its verifier opens; any other gets its tokens in the fragment, which no server sees. */
async function finish(
  c: Context<AuthEnv>,
  { flow, to, grant, change }: { flow: AuthFlowState; to: string; grant: ProviderGrant; change: Change },
): Promise<string> {
  const { record, statements } = change;
  if (flow.code_challenge === null) {
    const session = await startSession(c, { record, method: 'oauth', provider: flow.provider, alongside: statements });
    return withFragment(to, {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      provider_token: grant.access_token,
      ...(grant.refresh_token === null ? {} : { provider_refresh_token: grant.refresh_token }),
    });
  }
  const [db, now] = [c.get('db'), c.get('now')];
  const auth_code = crypto.randomUUID();
  const row: NewAuthFlowState = {
    auth_code,
    code_challenge: flow.code_challenge,
    code_challenge_method: flow.code_challenge_method,
    code_issued_at: now,
    user_id: record.user.id,
    authentication_method: 'oauth',
    provider: flow.provider,
    provider_access_token: grant.access_token,
    provider_refresh_token: grant.refresh_token,
    redirect_to: to,
    created_at: now,
  };
  const [first, ...rest] = [...statements, db.insert(authFlowStates).values(row)];
  await db.batch([first, ...rest]);
  return withQuery(to, { code: auth_code });
}
