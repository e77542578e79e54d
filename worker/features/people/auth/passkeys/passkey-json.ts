import type { AuthSignInPasskey } from '../../../../../drizzle/tables/people/auth-sign-in-passkeys.ts';

/** Returns the JSON of a passkey for the API, without the public key. */
export function passkeyJson({ id, friendly_name, created_at, last_used_at }: AuthSignInPasskey) {
  const used = last_used_at ? { last_used_at: last_used_at.toISOString() } : {};
  return { id, friendly_name, created_at: created_at.toISOString(), ...used };
}
