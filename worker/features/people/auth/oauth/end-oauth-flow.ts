import type { Context } from 'hono';
import type { AuthFlowState } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { identityTaken, linkTo } from '../identities/link-identity.ts';
import { withAccountOf } from '../identities/outside-sign-in.ts';
import { findUser, type Change } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { findLink } from '../codes/codes.db.ts';
import { ERROR_CODE_HEADER, malformed, refuse, userBanned } from '../base/errors.ts';
import { errorFields, errorRedirect, withFragment, withQuery } from '../base/redirect.ts';
import { startSession } from '../sessions/start-session.ts';
import { flowInsert, takeOAuthFlow } from '../sessions/flow-states.db.ts';
import { finishGoogle, googlePerson, type ProviderGrant } from './google.ts';
import { isSameBrowser, waitsForVerifier } from './same-browser.ts';

interface Answer {
  location: string;
  status: 302 | 303;
}

/** Redirects the browser with tokens, with a PKCE code, or with an error. */
export async function endOAuthFlow(c: Context<AuthEnv>, fields: Record<string, string>): Promise<Answer> {
  const flow = await takeOAuthFlow(c.get('db'), { state: fields['state'] ?? '', now: c.get('now') });
  if (!flow || !(await isSameBrowser(c, flow))) {
    const refusal = refuse(
      400,
      'bad_oauth_state',
      'OAuth state not found, expired, already used, or from another browser',
    );
    c.header(ERROR_CODE_HEADER, refusal.code);
    return { location: withQuery(c.get('config').site_url, errorFields(refusal)), status: 303 };
  }
  const to = flow.redirect_to ?? c.get('config').site_url;
  try {
    return { location: await arrive(c, { flow, to, fields }), status: 302 };
  } catch (error) {
    return { location: errorRedirect(c, { error, to, inQuery: true }), status: 302 };
  }
}

async function arrive(
  c: Context<AuthEnv>,
  { flow, to, fields }: { flow: AuthFlowState; to: string; fields: Record<string, string> },
): Promise<string> {
  if (fields['error'] === 'access_denied') throw refuse(403, 'bad_oauth_callback', 'The sign-in was cancelled');
  if (fields['error']) throw refuse(500, 'bad_oauth_callback', 'The provider could not sign this person in');
  if (!fields['code']) throw refuse(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code');
  const secrets = {
    code: fields['code'],
    verifier: flow.provider_verifier ?? '',
    nonce: flow.provider_nonce ?? '',
    now: c.get('now'),
  };
  const grant = await finishGoogle(c.get('config'), secrets);
  if (!grant) throw refuse(500, 'unexpected_failure', 'Unable to exchange external code');
  const write = (change: Change) => finish(c, { flow, to, grant, change });
  if (flow.linking_user_id !== null) return link(c, { flow, userId: flow.linking_user_id, grant, write });
  await refuseOtherInvite(c, { flow, grant });
  return withAccountOf(c, googlePerson(grant.person), write);
}

async function link(
  c: Context<AuthEnv>,
  {
    flow,
    userId,
    grant,
    write,
  }: { flow: AuthFlowState; userId: string; grant: ProviderGrant; write: (change: Change) => Promise<string> },
): Promise<string> {
  const record = await findUser(c.get('db'), { id: userId });
  if (!record) throw refuse(403, 'user_not_found', 'The account for this link no longer exists');
  if (isBanned(record.user, c.get('now'))) throw userBanned();
  if (waitsForVerifier(c, flow)) return write({ record, statements: [] });
  const change = await linkTo(c, { record, person: googlePerson(grant.person) });
  return write(change).catch((error: unknown) => {
    throw isUniqueViolation(error) ? identityTaken() : error;
  });
}

/** Through Google, an invitation can be accepted only with an account whose verified address is the invited one. */
async function refuseOtherInvite(
  c: Context<AuthEnv>,
  { flow, grant }: { flow: AuthFlowState; grant: ProviderGrant },
): Promise<void> {
  if (flow.invite_token === null) return;
  const invited = await findLink(c.get('db'), { token: flow.invite_token, now: c.get('now') });
  const { email, email_verified } = grant.person;
  if (!invited || !email_verified || invited.address !== email) {
    throw malformed('Invited email does not match emails from external provider');
  }
}

/** A PKCE client gets a code. Other clients get tokens in the fragment, which servers never see. */
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
  const exchange = flowInsert(db, {
    auth_code,
    code_challenge: flow.code_challenge,
    code_challenge_method: flow.code_challenge_method,
    code_issued_at: now,
    user_id: record.user.id,
    ...(waitsForVerifier(c, flow)
      ? { linking_user_id: flow.linking_user_id, linking_person: googlePerson(grant.person) }
      : {}),
    authentication_method: 'oauth',
    provider: flow.provider,
    provider_access_token: grant.access_token,
    provider_refresh_token: grant.refresh_token,
    redirect_to: to,
    created_at: now,
  });
  await runAndTell(c, [...statements, exchange]);
  return withQuery(to, { code: auth_code });
}
