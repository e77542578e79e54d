import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { isBanned } from '../accounts/ban.rules.ts';

export type AccountDecision =
  | { act: 'sign_in'; user_id: string }
  | { act: 'join'; user_id: string }
  /**
   * The person has proven an address. The account with this address has proven nothing. The person gets this account,
   * cleared of all that a stranger may have planted in it.
   */
  | { act: 'take_over'; user_id: string }
  /**
   * The person has proven an address. The account with this address has proven something else, such as a wallet, but
   * not the address. The person gets the address and a new account.
   */
  | { act: 'reclaim'; user_id: string }
  | { act: 'create' }
  | { act: 'refuse'; reason: 'user_banned' | 'signup_disabled' | 'provider_email_needs_verification' };

export interface AccountFacts {
  of_identity: AuthUser | undefined;
  of_email: AuthUser | undefined;
  /** Whether the account `of_email` has a confirmed address or phone, or signs in through a provider or wallet. */
  is_proven: boolean;
  email: string | null;
  email_verified: boolean;
  signups: boolean;
  now: Date;
}

/** An unknown identity with an address gets an account only if the provider has verified the address. */
export function decideAccount(facts: AccountFacts): AccountDecision {
  const { of_identity, of_email, is_proven, email, email_verified, signups, now } = facts;
  const named = email_verified ? of_email : undefined;
  const isSquatted = named !== undefined && is_proven && !named.email_confirmed_at;
  const user = of_identity ?? (isSquatted ? undefined : named);
  if (user && isBanned(user, now)) return { act: 'refuse', reason: 'user_banned' };
  if (of_identity) return { act: 'sign_in', user_id: of_identity.id };
  if (email !== null && !email_verified) return { act: 'refuse', reason: 'provider_email_needs_verification' };
  if (user) return { act: user.email_confirmed_at ? 'join' : 'take_over', user_id: user.id };
  if (!signups) return { act: 'refuse', reason: 'signup_disabled' };
  return isSquatted ? { act: 'reclaim', user_id: named.id } : { act: 'create' };
}
