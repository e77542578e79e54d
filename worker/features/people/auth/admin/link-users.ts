import type { Context } from 'hono';
import type { UserFields } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { Json } from '../base/metadata.ts';
import { addressRecord } from '../accounts/new-user.ts';
import { clearUnproven } from '../codes/unproven.db.ts';
import { isProven } from '../accounts/unproven.ts';
import { findUser, userInserts, userUpdate, type Change, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { emailExists } from '../base/errors.ts';
import { hashPassword } from '../password/password-hash.ts';
import { checkPassword } from '../password/password-policy.ts';

interface LinkOrder {
  email: string;
  data?: Json | null | undefined;
}

/**
 * Returns the user to invite: a new user, or an unproven one (see `isProven`) without what the earlier sign-up stored.
 * Throws a 422 if the user is proven.
 */
export async function invitedUser(c: Context<AuthEnv>, { email, data }: LinkOrder): Promise<Change> {
  const [db, now] = [c.get('db'), c.get('now')];
  const known = await findUser(db, { email });
  const invited = { invited_at: now, user_metadata: data ?? {} };
  if (known && isProven(known)) throw emailExists();
  if (known) return clearedUser(c, { known, change: invited });
  const addressee = { channel: 'email', address: email } as const;
  const made = addressRecord(now, { addressee, confirmed: false, password_hash: null, data: {} });
  const record = { ...made, user: { ...made.user, ...invited } };
  return { record, statements: userInserts(db, record) };
}

/** Returns a user who signs up through an admin's link. The password of an earlier, unproven sign-up is dropped. */
export async function signedUpUser(
  c: Context<AuthEnv>,
  { email, known, password, data }: LinkOrder & { known: UserRecord | undefined; password?: string | null | undefined },
): Promise<Change> {
  if (known && isProven(known)) throw emailExists();
  if (password) await checkPassword(c, password);
  const password_hash = password ? hashPassword(password) : null;
  if (known) return clearedUser(c, { known, change: { password_hash, user_metadata: data ?? {} } });
  const addressee = { channel: 'email', address: email } as const;
  const made = addressRecord(c.get('now'), { addressee, confirmed: false, password_hash, data: {} });
  // Keeps the metadata exactly as the admin sent it.
  const record = { ...made, user: { ...made.user, user_metadata: data ?? {} } };
  return { record, statements: userInserts(c.get('db'), record) };
}

function clearedUser(c: Context<AuthEnv>, { known, change }: { known: UserRecord; change: UserFields }): Change {
  const db = c.get('db');
  const { record, statements } = clearUnproven(db, { record: known, now: c.get('now') });
  return {
    record: { ...record, user: { ...record.user, ...change } },
    statements: [...statements, userUpdate(db, known.user.id, change)],
  };
}
