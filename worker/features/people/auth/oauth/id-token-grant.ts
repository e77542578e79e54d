import type { Context } from 'hono';
import * as v from 'valibot';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { identityTaken, linkTo, refuseLinking } from '../identities/link-identity.ts';
import { withAccountOf } from '../identities/outside-sign-in.ts';
import type { AuthEnv, Caller } from '../base/auth-env.ts';
import { asAuthError, OAuthError, refuse } from '../base/errors.ts';
import { googleAudiences, googleOf, googlePerson } from './google.ts';
import { isWellFormed, readIdToken, type IdTokenPerson } from './id-token.ts';
import { authBody, optionalText } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import { openIdProvider } from './openid-provider.ts';
import { bearerClaims, readCaller } from '../sessions/bearer.ts';
import type { SessionBody } from '../sessions/session-body.ts';
import { startSession } from '../sessions/start-session.ts';

const text = optionalText(8192);

const IdTokenGrant = v.object({
  provider: text,
  issuer: text,
  client_id: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: v.nullish(v.boolean()),
});

/**
 * Signs in the person whom an ID token names. With `link_identity`, links the identity in the token to the caller's
 * account and opens a session of the caller.
 */
export async function idTokenGrant(c: Context<AuthEnv>): Promise<SessionBody> {
  const body = await authBody(c, IdTokenGrant);
  await limitRequest(c, 'token');
  const caller = body.link_identity ? await linkingCaller(c) : null;
  const person = googlePerson(await verifiedPerson(c, body));
  const signIn = { method: 'oauth', provider: 'google' } as const;
  if (!caller) {
    return withAccountOf(c, person, ({ record, statements }) =>
      startSession(c, { record, ...signIn, alongside: statements }),
    ).catch(asOAuthRefusal);
  }
  const { record, statements } = await linkTo(c, { record: caller, person });
  return startSession(c, { record, ...signIn, alongside: statements }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? identityTaken() : error;
  });
}

async function linkingCaller(c: Context<AuthEnv>): Promise<Caller> {
  const caller = await readCaller(c, await bearerClaims(c));
  refuseLinking(c, caller);
  return caller;
}

async function verifiedPerson(c: Context<AuthEnv>, body: v.InferOutput<typeof IdTokenGrant>): Promise<IdTokenPerson> {
  const google = configuredProvider(c, body);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  const audiences = googleAudiences(google);
  if (body.client_id && !audiences.includes(body.client_id))
    throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
  if (!isWellFormed(body.id_token)) throw new OAuthError('invalid request', 'Bad ID token');
  const { issuer, keys } = await openIdProvider(google.issuer);
  const read = await readIdToken({
    token: body.id_token,
    issuer,
    audiences: body.client_id ? [body.client_id] : audiences,
    keys,
    nonce: body.nonce || undefined,
    access_token: body.access_token || undefined,
    now: c.get('now'),
  });
  if ('refusal' in read) throw new OAuthError('invalid request', read.refusal);
  return read.person;
}

/** A client names the provider by `provider`, or by `issuer` and `client_id`. Google is the only provider. */
function configuredProvider(c: Context<AuthEnv>, { provider, issuer, client_id }: v.InferOutput<typeof IdTokenGrant>) {
  if (!provider && !(issuer && client_id))
    throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  const google = googleOf(c.get('config'));
  const isIt = provider ? provider === 'google' : issuer === google.issuer;
  if (!isIt) throw refuse(400, 'provider_disabled', `Provider (issuer "${provider || issuer}") is not enabled`);
  return google;
}

function asOAuthRefusal(error: unknown): never {
  const refusal = error instanceof Error ? asAuthError(error) : undefined;
  if (refusal?.code !== 'provider_email_needs_verification') throw error;
  throw new OAuthError('access_denied', refusal.message);
}
