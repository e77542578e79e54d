import type { Context } from 'hono';
import type { AuthChallenge, AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import { keyedHash } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import type { Proof } from './challenges.db.ts';
import { FACTOR_WAIT_MS } from './factor-life.ts';
import type { PasskeyAnswer } from './passkey-answer.ts';
import { counterUpdate, findPasskey, findPasskeys, passkeyInsert } from './passkeys.db.ts';
import { relyingParty } from './relying-party.rules.ts';
import { ALGORITHMS, createdKey, signatureCounter, webauthn } from './webauthn.ts';

/** Security keys without a PIN are accepted too, as in the upstream service. */
const USER_VERIFICATION = 'preferred';

/** Returns options with which the browser creates a key for an unverified factor, or signs for a verified one. */
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
    // Later challenges name the key, so the key need not be discoverable.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { type: 'create', credential_options: { publicKey } };
}

/**
 * Checks the browser's answer. Returns null if a check fails. Otherwise returns a `write` that stores the new key or
 * the counter of the signature.
 */
export async function passkeyProof(
  c: Context<AuthEnv>,
  { factor, challenge, answer }: { factor: AuthFactor; challenge: AuthChallenge; answer: PasskeyAnswer },
): Promise<Proof | null> {
  if ((factor.status === 'verified') !== (answer.type === 'request')) return null;
  const [db, now, factor_id] = [c.get('db'), c.get('now'), factor.id];
  const expected = { text: await signedText(c, challenge.id), checksOwner: false };
  if (answer.type === 'create') {
    const created = answer.credential_response;
    const key = await createdKey(c, { created, ...expected });
    const transports = created.response.transports ?? [];
    return key && { write: passkeyInsert(db, { factor_id, ...key, transports, created_at: now }) };
  }
  const key = await findPasskey(db, factor_id);
  const counter = key && (await signatureCounter(c, { signed: answer.credential_response, key, ...expected }));
  return typeof counter === 'number' ? { write: counterUpdate(db, { factor_id, counter }) } : null;
}

/** A keyed hash of the challenge's random id. Without the pepper, nobody can guess this text. */
function signedText(c: Context<AuthEnv>, challenge_id: string): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['passkey', challenge_id]);
}
