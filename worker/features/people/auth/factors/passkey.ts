import { base64urlnopad } from '@scure/base';
import type { Context } from 'hono';
import type { AuthChallenge, AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { keyedHash } from '../../../../http/security/crypto.ts';
import { log } from '../../../../http/log.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import type { Proof } from './challenges.db.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';
import type { PasskeyAnswer } from './passkey-answer.ts';
import { counterUpdate, findPasskey, findPasskeys, passkeyInsert } from './passkeys.db.ts';
import { relyingParty } from './relying-party.rules.ts';

// The library is 89 kB gzipped, so it loads with the first passkey, not at startup.
const webauthn = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256 by their COSE numbers. */
const ALGORITHMS = [-8, -7, -257];
/**
 * Authenticators verify the user if they can. Security keys without a PIN are accepted too, as in the upstream service.
 */
const USER_VERIFICATION = 'preferred';

/**
 * Returns the options that a browser needs to answer a challenge. For an unverified factor the browser creates a key,
 * on an authenticator that holds no key of this user. For a verified factor it signs with the factor's key.
 */
export async function passkeyOptions(
  c: Context<AuthEnv>,
  { factor, challenge_id }: { factor: AuthFactor; challenge_id: string },
) {
  const { generateAuthenticationOptions, generateRegistrationOptions } = await webauthn();
  const { id: rpID, name: rpName } = relyingParty(c.get('config'));
  const common = { rpID, challenge: await signedText(c, challenge_id), timeout: FACTOR_WAIT_MS };
  if (factor.status === 'verified') {
    const passkey = await findPasskey(c.get('db'), factor.id);
    const allowCredentials = passkey ? [{ id: passkey.credential_id, transports: passkey.transports }] : [];
    const publicKey = await generateAuthenticationOptions({
      ...common,
      allowCredentials,
      userVerification: USER_VERIFICATION,
    });
    return { type: 'request', credential_options: { publicKey } };
  }
  const { user } = c.get('caller');
  const name = user.email || user.phone || user.id;
  const known = await findPasskeys(c.get('db'), user.id);
  const publicKey = await generateRegistrationOptions({
    ...common,
    rpName,
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(new TextEncoder().encode(user.id)),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    // The challenge names the key, so the key does not have to be discoverable.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { type: 'create', credential_options: { publicKey } };
}

/**
 * Returns the proof of a right answer, which stores the new key or the signature's counter. Returns null for a wrong
 * answer: a different challenge, site, key or signature, no user present, or a counter that has not increased.
 */
export async function passkeyProof(
  c: Context<AuthEnv>,
  { factor, challenge, answer }: { factor: AuthFactor; challenge: AuthChallenge; answer: PasskeyAnswer },
): Promise<Proof | null> {
  if ((factor.status === 'verified') !== (answer.type === 'request')) return null;
  try {
    return answer.type === 'create'
      ? await createdKey(c, { factor, challenge, created: answer.credential_response })
      : await usedKey(c, { factor, challenge, signed: answer.credential_response });
  } catch (error) {
    // The library throws for every wrong answer.
    log('info', 'passkey refused', { reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

type Credential<T extends PasskeyAnswer['type']> = Extract<PasskeyAnswer, { type: T }>['credential_response'];
interface Asked {
  factor: AuthFactor;
  challenge: AuthChallenge;
}

async function createdKey(
  c: Context<AuthEnv>,
  { factor, challenge, created }: Asked & { created: Credential<'create'> },
): Promise<Proof | null> {
  const { verifyRegistrationResponse } = await webauthn();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...created, response: { ...created.response, transports: [] }, clientExtensionResults: {} },
    supportedAlgorithmIDs: ALGORITHMS,
    ...(await expectation(c, challenge)),
  });
  if (!verified) return null;
  const { id, publicKey, counter } = registrationInfo.credential;
  const row = { factor_id: factor.id, credential_id: id, public_key: base64urlnopad.encode(publicKey), counter };
  return {
    write: passkeyInsert(c.get('db'), {
      ...row,
      transports: created.response.transports ?? [],
      created_at: c.get('now'),
    }),
  };
}

async function usedKey(
  c: Context<AuthEnv>,
  { factor, challenge, signed }: Asked & { signed: Credential<'request'> },
): Promise<Proof | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const passkey = await findPasskey(c.get('db'), factor.id);
  if (!passkey || passkey.credential_id !== signed.id) return null;
  const { credential_id, public_key, counter } = passkey;
  const userHandle = signed.response.userHandle ?? undefined;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...signed, response: { ...signed.response, userHandle }, clientExtensionResults: {} },
    credential: { id: credential_id, publicKey: new Uint8Array(base64urlnopad.decode(public_key)), counter },
    ...(await expectation(c, challenge)),
  });
  return verified
    ? { write: counterUpdate(c.get('db'), { factor_id: factor.id, counter: authenticationInfo.newCounter }) }
    : null;
}

/** Returns what every answer must match: this challenge, a page of this site, and a present user. */
async function expectation(c: Context<AuthEnv>, { id }: AuthChallenge) {
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(c.get('config'));
  const expectedChallenge = base64urlnopad.encode(new TextEncoder().encode(await signedText(c, id)));
  return { expectedRPID, expectedOrigin, expectedChallenge, requireUserVerification: false };
}

/**
 * Returns the text that a passkey signs for a challenge: a keyed hash of its random id. Nobody can guess this hash
 * without the pepper.
 */
function signedText(c: Context<AuthEnv>, challenge_id: string): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['passkey', challenge_id]);
}
