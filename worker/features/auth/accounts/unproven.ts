import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from 'hono';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import type { AuthEnv } from '../auth-env.ts';
import type { Addressee } from '../inputs.ts';
import type { Statement } from '../sessions/start-session.ts';
import type { UserKey, UserRecord } from './users.db.ts';

/** How a user is looked up by an address. */
export function keyOf({ channel, address }: Addressee): UserKey {
  return channel === 'email' ? { email: address } : { phone: address };
}

/** Whether this address of a user was ever proven. */
export function isConfirmed({ user }: UserRecord, { channel }: Addressee): boolean {
  return (channel === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) !== null;
}

/** Whether somebody lives in this account: an address was proven, or a provider or wallet speaks for it. */
export function isProven({ user, identities }: UserRecord): boolean {
  return (
    user.email_confirmed_at !== null ||
    user.phone_confirmed_at !== null ||
    identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
  );
}

/** Nobody has proven the account yet, so the newest sign-up is the one that its code confirms: nothing of an older one survives. */
export function replaced(known: UserRecord, fresh: UserRecord): UserRecord {
  const { id, created_at, invited_at, banned_until } = known.user;
  const [identity] = fresh.identities;
  const moved = identity && { ...identity, user_id: id, provider_id: id, identity_data: { ...identity.identity_data, sub: id } };
  const user_metadata = { ...fresh.user.user_metadata, sub: id };
  return {
    user: { ...fresh.user, id, user_metadata, created_at, invited_at, banned_until },
    identities: moved ? [moved] : [],
    factors: [],
  };
}

/**
 * The statements that write what `replaced` says, unless somebody has proven the account since it was read: its identity is in the way
 * then, and the unique index refuses the whole batch.
 */
export function rewritesOf(c: Context<AuthEnv>, { user, identities }: UserRecord): Statement[] {
  const db = c.get('db');
  const isUnproven = and(eq(authUsers.id, user.id), isNull(authUsers.email_confirmed_at), isNull(authUsers.phone_confirmed_at));
  const unproven = db.select({ id: authUsers.id }).from(authUsers).where(isUnproven);
  return [
    db.delete(authIdentities).where(inArray(authIdentities.user_id, unproven)),
    ...identities.map((identity) => db.insert(authIdentities).values(identity)),
    db.update(authUsers).set(user).where(isUnproven),
  ];
}
