import type { Context } from 'hono';
import { authIdentities, type AuthIdentity } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers, type AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { AuthEnv } from '../auth-env.ts';
import type { Addressee } from '../inputs.ts';
import type { Statement } from '../sessions/start-session.ts';
import type { UserRecord } from './users.db.ts';

type Json = Record<string, unknown>;

/** A user row with everything empty but what is given. */
export function newUser(now: Date, over: Partial<AuthUser> = {}): AuthUser {
  return {
    id: crypto.randomUUID(),
    role: 'authenticated',
    email: null,
    phone: null,
    password_hash: null,
    email_confirmed_at: null,
    phone_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    email_change_proven: null,
    new_phone: null,
    phone_change_sent_at: null,
    reauthentication_sent_at: null,
    last_sign_in_at: null,
    app_metadata: {},
    user_metadata: {},
    is_anonymous: false,
    banned_until: null,
    deleted_at: null,
    created_at: now,
    updated_at: now,
    ...over,
  };
}

/** The e-mail or phone identity of a user. `verified` is said of that address. */
export function addressIdentity(
  user: Pick<AuthUser, 'id'>,
  { addressee, verified, now }: { addressee: Addressee; verified: boolean; now: Date },
): AuthIdentity {
  const isEmail = addressee.channel === 'email';
  return {
    id: crypto.randomUUID(),
    user_id: user.id,
    provider: isEmail ? 'email' : 'phone',
    provider_id: user.id,
    email: isEmail ? addressee.address : null,
    identity_data: {
      sub: user.id,
      ...(isEmail ? { email: addressee.address } : { phone: addressee.address }),
      email_verified: isEmail && verified,
      phone_verified: !isEmail && verified,
    },
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
  };
}

/** A user who signed up with an address: the row and its identity, with `data` merged over the identity's own (contract 1.3). */
export function addressRecord(
  now: Date,
  { addressee, confirmed, password_hash, data }: { addressee: Addressee; confirmed: boolean; password_hash: string | null; data: Json },
): UserRecord {
  const isEmail = addressee.channel === 'email';
  const provider = isEmail ? 'email' : 'phone';
  const user = newUser(now, {
    [provider]: addressee.address,
    password_hash,
    app_metadata: { provider, providers: [provider] },
    ...(confirmed ? { [isEmail ? 'email_confirmed_at' : 'phone_confirmed_at']: now } : {}),
  });
  const identity = addressIdentity(user, { addressee, verified: confirmed, now });
  return { user: { ...user, user_metadata: { ...identity.identity_data, ...data } }, identities: [identity], factors: [] };
}

/** The statements that make a user: row, identities and the profile of the same id, for one batch. */
export function insertsOf(c: Context<AuthEnv>, { user, identities }: UserRecord): Statement[] {
  const db = c.get('db');
  return [
    db.insert(authUsers).values(user),
    ...identities.map((identity) => db.insert(authIdentities).values(identity)),
    db.insert(profiles).values({ id: user.id, email: user.email, display_name: displayName(user.user_metadata), created_at: c.get('now') }),
  ];
}

/** The name a person gave, or their provider did. */
function displayName(metadata: Json): string | null {
  const name = metadata['full_name'] ?? metadata['name'];
  return typeof name === 'string' && name.trim() ? name.trim().slice(0, 100) : null;
}
