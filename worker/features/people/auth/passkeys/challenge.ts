import type { Context } from 'hono';
import type { AuthFlowState } from '../../../../../drizzle/tables/people/auth-codes.ts';
import { keyedHash } from '../../../../http/security/crypto.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { refuse } from '../base/errors.ts';
import { FACTOR_WAIT_MS } from '../factors/factor-life.ts';
import { type Ceremony, insertChallenge } from './own-passkeys.db.ts';

/** `by` is the only session that can register the passkey, or null for a sign-in. */
interface Asked {
  ceremony: Ceremony;
  by: { user_id: string; session_id: string } | null;
}

/** `expires_at` is in seconds since 1970. */
export async function newChallenge(c: Context<AuthEnv>, { ceremony, by }: Asked) {
  const [id, now] = [crypto.randomUUID(), c.get('now')];
  await insertChallenge(c.get('db'), { id, ceremony, user_id: by?.user_id ?? null, now });
  const expires_at = Math.floor((now.getTime() + FACTOR_WAIT_MS) / 1000);
  return { id, text: await textOf(c, { id, ceremony, by }), expires_at };
}

/** The text to sign: a keyed hash that nobody can guess, and that no other ceremony or session accepts. */
export function textOf(c: Context<AuthEnv>, { id, ceremony, by }: Asked & { id: string }): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['passkey', ceremony, id, by?.session_id ?? '']);
}

export function refuseUnlessOpen(c: Context<AuthEnv>, flow: AuthFlowState | undefined): void {
  if (!flow) throw refuse(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  if (c.get('now').getTime() - flow.created_at.getTime() >= FACTOR_WAIT_MS)
    throw refuse(400, 'webauthn_challenge_expired', 'Challenge has expired');
}

export const wrongPasskey = () => refuse(400, 'webauthn_verification_failed', 'Credential verification failed');

/**
 * The WebAuthn user handle of a person's passkeys for sign-in. Passkeys that are second factors have a different
 * handle, because a new passkey replaces an older one with the same handle on a device.
 */
export function userHandle(c: Context<AuthEnv>, user_id: string): Promise<string> {
  return keyedHash(c.env.AUTH_PEPPER, ['passkey user', user_id]);
}
