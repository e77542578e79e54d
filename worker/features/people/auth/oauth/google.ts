import { ArcticFetchError, CodeChallengeMethod, OAuth2Client, OAuth2RequestError, type OAuth2Tokens } from 'arctic';
import type { OutsidePerson } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { AuthConfig } from '../base/config.ts';
import { refuse } from '../base/errors.ts';
import { readIdToken, type IdTokenPerson } from './id-token.ts';
import { openIdProvider, ProviderUnavailable } from './openid-provider.ts';

const SCOPES = ['openid', 'email', 'profile'];

/** Only this server sets these query keys, so they are dropped from a caller's query. */
const OWN_KEYS =
  /^(?:client_id|client_secret|redirect_uri|response_type|response_mode|state|nonce|scope|scopes|code_.*|provider|redirect_to|invite_token|skip_http_redirect|apikey)$/;

type Google = NonNullable<AuthConfig['google']>;

export interface ProviderGrant {
  person: IdTokenPerson;
  access_token: string;
  refresh_token: string | null;
}

/** Throws a 400 if Google is not configured. */
export function googleOf(config: Pick<AuthConfig, 'google'>): Google {
  if (!config.google) throw refuse(400, 'provider_disabled', 'Provider google is not enabled');
  return config.google;
}

/** The first client id runs OAuth flows. The others belong to apps that only send an id_token. */
export function googleAudiences(google: Google): string[] {
  return google.client_id.split(',').map((id) => id.trim());
}

export function googlePerson({ sub, ...person }: IdTokenPerson): OutsidePerson {
  return { provider: 'google', provider_id: sub, ...person };
}

export async function googleAddress(
  config: AuthConfig,
  flow: { state: string; verifier: string; nonce_hash: string; scopes: string[]; extra: URLSearchParams },
): Promise<string> {
  const google = googleOf(config);
  const { authorization_endpoint } = await openIdProvider(google.issuer);
  const scopes = [...new Set([...SCOPES, ...flow.scopes])];
  const url = client(config, google).createAuthorizationURLWithPKCE(
    authorization_endpoint,
    flow.state,
    CodeChallengeMethod.S256,
    flow.verifier,
    scopes,
  );
  url.searchParams.set('nonce', flow.nonce_hash);
  for (const [name, value] of flow.extra) if (!OWN_KEYS.test(name)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns null if the provider refuses the code, or if its answer lacks a token or has an invalid id_token. */
export async function finishGoogle(
  config: AuthConfig,
  { code, verifier, nonce, now }: { code: string; verifier: string; nonce: string; now: Date },
): Promise<ProviderGrant | null> {
  const google = googleOf(config);
  const { issuer, token_endpoint, keys } = await openIdProvider(google.issuer);
  const tokens = await exchange(client(config, google), { token_endpoint, code, verifier });
  const idToken = tokens && textOf(tokens, 'id_token');
  const accessToken = tokens && textOf(tokens, 'access_token');
  if (!tokens || !idToken || !accessToken) return null;
  const [audience = ''] = googleAudiences(google);
  const read = await readIdToken({
    token: idToken,
    issuer,
    audiences: [audience],
    keys,
    nonce,
    access_token: accessToken,
    now,
  });
  if ('refusal' in read) return null;
  return { person: read.person, access_token: accessToken, refresh_token: textOf(tokens, 'refresh_token') };
}

function client(config: AuthConfig, google: Google): OAuth2Client {
  return new OAuth2Client(googleAudiences(google)[0]!, google.client_secret, `${config.external_url}/callback`);
}

async function exchange(
  oauth: OAuth2Client,
  { token_endpoint, code, verifier }: { token_endpoint: string; code: string; verifier: string },
): Promise<OAuth2Tokens | null> {
  try {
    return await oauth.validateAuthorizationCode(token_endpoint, code, verifier);
  } catch (error) {
    if (error instanceof OAuth2RequestError) return null;
    if (error instanceof ArcticFetchError) throw new ProviderUnavailable('token endpoint', error);
    return null;
  }
}

function textOf(tokens: OAuth2Tokens, name: string): string | null {
  const value = (tokens.data as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
