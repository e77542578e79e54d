import type { AuthUser } from '../../../../drizzle/tables/auth-users.ts';

/** What is to happen when a provider has vouched for a person. */
export type AccountDecision =
  /** The identity is known: its user signs in. */
  | { act: 'sign_in'; user_id: string }
  /** A confirmed account has this proven address: the identity joins it. */
  | { act: 'join'; user_id: string }
  /** An account nobody ever confirmed has this proven address: it becomes the person's, and nothing planted in it survives. */
  | { act: 'take_over'; user_id: string }
  /** Somebody lives in an account that names this address without having proven it: the address goes to the person, the account does not. */
  | { act: 'reclaim'; user_id: string }
  | { act: 'create' }
  | { act: 'refuse'; reason: 'user_banned' | 'signup_disabled' | 'provider_email_needs_verification' };

/** What is known when the decision falls: the identity's user, the user of the address, and what the provider says of the address. */
export interface AccountFacts {
  of_identity: AuthUser | undefined;
  of_email: AuthUser | undefined;
  /** Whether the user of the address has proven anything at all: another address, a provider, a wallet. */
  is_lived_in: boolean;
  email: string | null;
  email_verified: boolean;
  signups: boolean;
  now: Date;
}

/**
 * Contract 1.9, with the stricter reading of section 5: only an address the provider has verified may join or open an account. A
 * person without any address opens one of their own.
 */
export function decideAccount(facts: AccountFacts): AccountDecision {
  const { of_identity, of_email, is_lived_in, email, email_verified, signups, now } = facts;
  const named = email_verified ? of_email : undefined;
  const isSquatted = named !== undefined && is_lived_in && !named.email_confirmed_at;
  const user = of_identity ?? (isSquatted ? undefined : named);
  if (user?.banned_until && user.banned_until > now) return { act: 'refuse', reason: 'user_banned' };
  if (of_identity) return { act: 'sign_in', user_id: of_identity.id };
  if (email !== null && !email_verified) return { act: 'refuse', reason: 'provider_email_needs_verification' };
  if (user) return { act: user.email_confirmed_at ? 'join' : 'take_over', user_id: user.id };
  if (!signups) return { act: 'refuse', reason: 'signup_disabled' };
  return isSquatted ? { act: 'reclaim', user_id: named.id } : { act: 'create' };
}

/** `app_metadata` of a user whose identities are `providers`, in order; what an admin set beside them stays. */
export function withProviders(appMetadata: Record<string, unknown>, providers: string[]): Record<string, unknown> {
  const distinct = [...new Set(providers)];
  return { ...appMetadata, provider: distinct[0] ?? '', providers: distinct };
}
