import type { Role } from '../../../../../drizzle/vocabulary.ts';
import type { Addressee } from './addresses.ts';
import type { UserRecord } from '../base/users.db.ts';

export function isConfirmed({ user }: UserRecord, { channel }: Addressee): boolean {
  return (channel === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** Whether an address of the account is proven, or the account has an identity from a provider or a wallet. */
export function isProven({ user, identities }: UserRecord): boolean {
  return (
    user.email_confirmed_at !== null ||
    user.phone_confirmed_at !== null ||
    identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
  );
}

/** Whether a new sign-up may take over this account: it is unproven, and it has no invitation and no role. */
export function isOpenToSignUp(record: UserRecord, role: Role): boolean {
  return (
    !isProven(record) && record.user.invited_at === null && record.user.role === 'authenticated' && role === 'user'
  );
}

/** Replaces an unproven account by a newer sign-up. Only the older account's id, dates and ban stay. */
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
