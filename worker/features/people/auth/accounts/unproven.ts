import type { Role } from '../../../../../drizzle/vocabulary.ts';
import type { Addressee } from './addresses.ts';
import type { UserRecord } from '../base/users.db.ts';

/** Whether this address of the user is proven. */
export function isConfirmed({ user }: UserRecord, { channel }: Addressee): boolean {
  return (channel === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** Whether anybody has proven that the account is theirs: by an address, a provider or a wallet. */
export function isProven({ user, identities }: UserRecord): boolean {
  return (
    user.email_confirmed_at !== null ||
    user.phone_confirmed_at !== null ||
    identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
  );
}

/**
 * Whether a sign-up with the address may go on with this account. An account that is proven, invited or has a role
 * belongs to somebody.
 */
export function isOpenToSignUp(record: UserRecord, role: Role): boolean {
  return (
    !isProven(record) && record.user.invited_at === null && record.user.role === 'authenticated' && role === 'user'
  );
}

/**
 * An unproven account after a newer sign-up with its address. Nothing of the older sign-up remains but the id, the
 * dates and a ban.
 */
export function replacedBySignUp(known: UserRecord, fresh: UserRecord): UserRecord {
  const { id, created_at, invited_at, banned_until } = known.user;
  const [identity] = fresh.identities;
  const moved = identity && {
    ...identity,
    user_id: id,
    provider_id: id,
    identity_data: { ...identity.identity_data, sub: id },
  };
  const user_metadata = { ...fresh.user.user_metadata, sub: id };
  return {
    user: { ...fresh.user, id, user_metadata, created_at, invited_at, banned_until },
    identities: moved ? [moved] : [],
    factors: [],
  };
}
