import { base64urlnopad } from '@scure/base';
import type { Context } from 'hono';
import { log } from '../../../../http/log.ts';
import { relyingParty } from './relying-party.rules.ts';
import type { CreatedKey, SignedText } from './passkey-answer.ts';
import type { AuthEnv } from '../base/auth-env.ts';

// The library has 89 kB (gzip), so it is loaded for the first passkey, not at startup.
export const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 by their COSE numbers. */
export const ALGORITHMS = [-8, -7, -257];

interface Expected {
  text: string;
  checksOwner: boolean;
}

/** `credential_id` and `public_key` are base64url. */
interface PasskeyKey {
  credential_id: string;
  public_key: string;
  counter: number;
}

/** Verifies the answer of a browser that made a passkey. Returns null if the answer is wrong. */
export function createdKey(
  c: Context<AuthEnv>,
  { created, ...expected }: Expected & { created: CreatedKey },
): Promise<PasskeyKey | null> {
  return orNull(async () => {
    const { verifyRegistrationResponse } = await webauthn();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...created, response: { ...created.response, transports: [] }, clientExtensionResults: {} },
      supportedAlgorithmIDs: ALGORITHMS,
      ...expectation(c, expected),
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credential_id: id, public_key: base64urlnopad.encode(publicKey), counter };
  });
}

/**
 * Verifies a signature of a passkey and returns the passkey's counter. Returns null if the browser's answer is wrong or
 * the counter has not increased. A counter may stay at 0.
 */
export function signatureCounter(
  c: Context<AuthEnv>,
  { signed, key, ...expected }: Expected & { signed: SignedText; key: PasskeyKey },
): Promise<number | null> {
  return orNull(async () => {
    if (key.credential_id !== signed.id) return null;
    const { verifyAuthenticationResponse } = await webauthn();
    const userHandle = signed.response.userHandle ?? undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, response: { ...signed.response, userHandle }, clientExtensionResults: {} },
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(base64urlnopad.decode(key.public_key)),
        counter: key.counter,
      },
      ...expectation(c, expected),
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/** The library throws for most wrong answers. */
async function orNull<T>(attempt: () => Promise<T | null>): Promise<T | null> {
  try {
    return await attempt();
  } catch (error) {
    log('info', 'passkey refused', { reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

function expectation(c: Context<AuthEnv>, { text, checksOwner }: Expected) {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(c.get('config'));
  return { expectedRPID, expectedOrigin, expectedChallenge: challengeOf(text), requireUserVerification: checksOwner };
}

export function challengeOf(text: string): string {
  return base64urlnopad.encode(new TextEncoder().encode(text));
}
