import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Context } from 'hono';
import { authOneTimeCodes } from '../../../../drizzle/tables/auth-codes.ts';
import { authIdentities } from '../../../../drizzle/tables/auth-identities.ts';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/profiles.ts';
import type { AuthEnv } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { addressIdentity } from './new-user.ts';
import type { Statement } from '../sessions/start-session.ts';
import { findUser, type UserRecord } from './users.db.ts';
import type { ConsumedCode } from '../codes/codes.db.ts';

const HALVES = { email_change_current: 'current', email_change_new: 'new' } as const;

/** The text of a change of address that waits for its other half. */
export const OTHER_HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * One half of a change of address is proven. Undefined while the other is open, else the record with the new address. A half that is
 * of an older request, or an address that has been taken meanwhile, changes nothing.
 */
export async function proveEmailChange(c: Context<AuthEnv>, { code, record }: ConsumedCode): Promise<UserRecord | undefined> {
  const { user } = record;
  const half = HALVES[code.kind as keyof typeof HALVES];
  const target = user.new_email;
  if (!target || (half === 'new' ? code.address !== target : code.address !== user.email)) throw expired();
  const needsBoth = c.get('config').double_confirm && user.email !== null && user.email_confirmed_at !== null;
  const isWhole = needsBoth ? user.email_change_proven !== null && user.email_change_proven !== half : half === 'new';
  if (isWhole) return changeEmail(c, { record, email: target });
  // Two halves proven at the same moment: the one that finds the other's mark completes the change.
  const [marked] = await c
    .get('db')
    .update(authUsers)
    .set({ email_change_proven: half })
    .where(
      and(
        eq(authUsers.id, user.id),
        eq(authUsers.new_email, target),
        or(isNull(authUsers.email_change_proven), eq(authUsers.email_change_proven, half)),
      ),
    )
    .returning({ id: authUsers.id });
  if (marked) return undefined;
  const fresh = await findUser(c.get('db'), { id: user.id });
  if (fresh?.user.new_email !== target) throw expired();
  return changeEmail(c, { record: fresh, email: target });
}

/** Moves a user to a proven address: user, identity and profile in one batch, and every outstanding code dies. 422 where it is taken. */
export async function changeEmail(c: Context<AuthEnv>, { record, email }: { record: UserRecord; email: string }): Promise<UserRecord> {
  const [db, now] = [c.get('db'), c.get('now')];
  const { user } = record;
  const change = {
    email,
    email_confirmed_at: now,
    new_email: null,
    email_change_proven: null,
    is_anonymous: false,
    user_metadata: { ...user.user_metadata, email, email_verified: true },
    updated_at: now,
  };
  const own = record.identities.find((each) => each.provider === 'email');
  const made = addressIdentity(user, { addressee: { channel: 'email', address: email }, verified: true, now });
  const identity = own ? { ...own, email, identity_data: made.identity_data, updated_at: now } : made;
  const statements: Statement[] = [
    db.delete(authIdentities).where(and(eq(authIdentities.user_id, user.id), eq(authIdentities.provider, 'email'))),
    db.insert(authIdentities).values(identity),
    db.update(profiles).set({ email }).where(eq(profiles.id, user.id)),
    db.delete(authOneTimeCodes).where(eq(authOneTimeCodes.user_id, user.id)),
  ];
  try {
    await db.batch([db.update(authUsers).set(change).where(eq(authUsers.id, user.id)), ...statements]);
  } catch (error) {
    // The unique index refuses an address that was taken between the look and the write.
    await refuseTaken(c, { email, user_id: user.id });
    throw error;
  }
  const others = record.identities.filter((each) => each.provider !== 'email');
  return { ...record, user: { ...user, ...change }, identities: [identity, ...others] };
}

/** 422 `email_exists` where another user has the address. */
export async function refuseTaken(c: Context<AuthEnv>, { email, user_id }: { email: string; user_id: string }): Promise<void> {
  const other = await findUser(c.get('db'), { email });
  if (other && other.user.id !== user_id) {
    throw refuse(422, 'email_exists', 'A user with this email address has already been registered');
  }
}

function expired() {
  return refuse(403, 'otp_expired', 'Email link is invalid or has expired');
}

/** A second request voids the first: its codes die with it. */
export function voidEmailChange(c: Context<AuthEnv>, userId: string): Statement {
  const kinds = Object.keys(HALVES) as (keyof typeof HALVES)[];
  return c
    .get('db')
    .delete(authOneTimeCodes)
    .where(and(eq(authOneTimeCodes.user_id, userId), inArray(authOneTimeCodes.kind, kinds)));
}
