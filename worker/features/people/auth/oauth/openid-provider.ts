import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import { HOUR, MINUTE } from '../../../../contract/time/durations.ts';
import { log } from '../../../../http/log.ts';
import { AuthError } from '../base/errors.ts';

interface OpenIdProvider {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  keys: JWTVerifyGetKey;
}

/** The provider gave no usable answer. Clients retry a 503. */
export class ProviderUnavailable extends AuthError {
  constructor(what: string, cause?: unknown) {
    super({
      status: 503,
      code: 'unexpected_failure',
      message: 'The sign-in provider is not responding. Try again in a moment.',
    });
    log('warn', 'sign-in provider unavailable', { what, cause: cause instanceof Error ? cause.message : undefined });
  }
}

const FETCH_TIMEOUT_MS = 5000;
const DISCOVERY_LIFE_MS = HOUR;
const KEYS_LIFE_MS = 10 * MINUTE;
const KEYS_COOLDOWN_MS = 30_000;

const Discovery = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  jwks_uri: v.string(),
});

const known = new Map<string, { provider: OpenIdProvider; until: number }>();

/** `issuer` must come from the configuration, never from a request. Throws `ProviderUnavailable`. */
export async function openIdProvider(issuer: string): Promise<OpenIdProvider> {
  const remembered = known.get(issuer);
  if (remembered && remembered.until > Date.now()) return remembered.provider;
  const { jwks_uri, ...found } = await discover(issuer);
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: FETCH_TIMEOUT_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: KEYS_LIFE_MS,
  });
  const provider = { ...found, keys };
  known.set(issuer, { provider, until: Date.now() + DISCOVERY_LIFE_MS });
  return provider;
}

async function discover(issuer: string): Promise<v.InferOutput<typeof Discovery>> {
  const found = await readDocument(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (found?.issuer !== issuer) throw new ProviderUnavailable(`no discovery document of ${issuer}`);
  const addresses = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri];
  // Only a loopback provider, configured with an http URL, may use http.
  const isSafe = issuer.startsWith('http://') || addresses.every((address) => address.startsWith('https://'));
  if (!isSafe || !addresses.every((address) => URL.canParse(address)))
    throw new ProviderUnavailable(`unsafe addresses of ${issuer}`);
  return found;
}

async function readDocument(address: string): Promise<v.InferOutput<typeof Discovery> | null> {
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
    const parsed = v.safeParse(Discovery, answer.ok ? await answer.json() : null);
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
