import type { AuthFactor } from '../../../../../drizzle/tables/people/auth-factors.ts';
import type { AuthIdentity } from '../../../../../drizzle/tables/people/auth-identities.ts';
import type { AuthSignInPasskey } from '../../../../../drizzle/tables/people/auth-sign-in-passkeys.ts';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { DAY } from '../../../../contract/time/durations.ts';

const RECENT_MS = 30 * DAY;

/** `id` is `phone` for a phone number, and `recovery_codes` for recovery codes. */
export interface Addition {
  id: string;
  kind: 'factor' | 'passkey' | 'identity' | 'phone' | 'recovery_codes';
  name: string;
  created_at: Date;
}

interface Account {
  user: AuthUser;
  identities: readonly AuthIdentity[];
  factors: readonly AuthFactor[];
  passkeys: readonly AuthSignInPasskey[];
  /** Null if the account has no recovery codes. */
  codes_made: Date | null;
}

/** Returns what was added to an account in the last 30 days. */
export function recentAdditions({ user, identities, factors, passkeys, codes_made }: Account, now: Date): Addition[] {
  const verified = factors.filter(({ status }) => status === 'verified');
  const outside = identities.filter(({ provider }) => provider !== 'email' && provider !== 'phone');
  const all: Addition[] = [
    ...verified.map((each) => ({
      id: each.id,
      kind: 'factor' as const,
      name: each.friendly_name || each.phone || each.factor_type,
      created_at: each.created_at,
    })),
    ...passkeys.map(({ id, friendly_name, created_at }) => ({
      id,
      kind: 'passkey' as const,
      name: friendly_name,
      created_at,
    })),
    ...outside.map((each) => ({
      id: each.id,
      kind: 'identity' as const,
      name: [each.provider, each.email].filter(Boolean).join(' '),
      created_at: each.created_at,
    })),
    ...(codes_made
      ? [{ id: 'recovery_codes', kind: 'recovery_codes' as const, name: '', created_at: codes_made }]
      : []),
    ...(user.phone && user.phone_confirmed_at
      ? [{ id: 'phone', kind: 'phone' as const, name: `+${user.phone}`, created_at: user.phone_confirmed_at }]
      : []),
  ];
  return all.filter(({ created_at }) => now.getTime() - created_at.getTime() < RECENT_MS);
}
