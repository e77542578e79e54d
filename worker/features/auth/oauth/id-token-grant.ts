import type { Context } from 'hono';
import * as v from 'valibot';
import type { AuthEnv } from '../auth-env.ts';
import { bearerClaims, readCaller } from '../sessions/bearer.ts';
import { asAuthError, OAuthError, refuse } from '../errors.ts';
import { googleAudiences, googleOf } from './google.ts';
import { readIdToken, type ProviderPerson } from './id-token.ts';
import { authBody } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { refuseLinking } from '../accounts/linking.ts';
import { openIdProvider } from './openid-provider.ts';
import type { OutsidePerson } from '../accounts/provider-accounts.db.ts';
import { identityTaken, linkTo, withAccountOf } from '../accounts/provider-sign-in.ts';
import { startSession, type SessionBody } from '../sessions/start-session.ts';
import { isUniqueViolation } from '../unique.ts';

const text = v.nullish(v.pipe(v.string(), v.maxLength(8192)));

const IdTokenGrant = v.object({
  provider: text,
  issuer: text,
  client_id: text,
  id_token: text,
  access_token: text,
  nonce: text,
  link_identity: v.nullish(v.boolean()),
});

/** `POST /token?grant_type=id_token`: signs in, or links, whom the provider's token names (contract 1.14). */
export async function idTokenGrant(c: Context<AuthEnv>): Promise<SessionBody> {
  const body = await authBody(c, IdTokenGrant);
  await limitRequest(c, 'token');
  const person = googlePerson(await verifiedPerson(c, body));
  const signIn = { method: 'oauth', provider: 'google' } as const;
  if (!body.link_identity) {
    return withAccountOf(c, person, ({ record, statements }) => startSession(c, { record, ...signIn, alongside: statements })).catch(
      inOAuthWords,
    );
  }
  const caller = await readCaller(c, await bearerClaims(c));
  refuseLinking(c, caller);
  const { record, statements } = await linkTo(c, { record: caller, person });
  return startSession(c, { record, ...signIn, alongside: statements }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? identityTaken() : error;
  });
}

/** A Google person in the shape of every outside person. */
export function googlePerson({ sub, ...person }: ProviderPerson): OutsidePerson {
  return { provider: 'google', provider_id: sub, ...person };
}

async function verifiedPerson(c: Context<AuthEnv>, body: v.InferOutput<typeof IdTokenGrant>): Promise<ProviderPerson> {
  const google = providerOf(c, body);
  if (!body.id_token) throw new OAuthError('invalid request', 'id_token required');
  const audiences = googleAudiences(google);
  if (body.client_id && !audiences.includes(body.client_id)) throw new OAuthError('invalid request', 'Unacceptable audience in id_token');
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

/** The one configured provider, by name, or by issuer with client id. */
function providerOf(c: Context<AuthEnv>, { provider, issuer, client_id }: v.InferOutput<typeof IdTokenGrant>) {
  if (!provider && !(issuer && client_id)) throw new OAuthError('invalid request', 'provider or client_id and issuer required');
  const google = googleOf(c.get('config'));
  const isIt = provider ? provider === 'google' : issuer === google.issuer;
  if (!isIt) throw refuse(400, 'provider_disabled', `Provider (issuer "${provider || issuer}") is not enabled`);
  return google;
}

/** A person refused for what the provider says of them is refused in OAuth's words; a ban keeps its own. */
function inOAuthWords(error: unknown): never {
  const refusal = error instanceof Error ? asAuthError(error) : undefined;
  if (refusal?.code !== 'provider_email_needs_verification') throw error;
  throw new OAuthError('access_denied', refusal.message);
}
