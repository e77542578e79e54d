import { eq } from 'drizzle-orm';
import type { Context } from 'hono';
import { authUsers } from '../../../../drizzle/tables/auth-users.ts';
import type { AuthEnv } from '../auth-env.ts';
import { refuse } from '../errors.ts';
import { addresseeOf, authBody, MAX_PASSWORD, PasswordGrant, weaknesses } from '../inputs.ts';
import { limitRequest } from '../limits.ts';
import { hashPassword, isDated, isPassword } from './password-hash.ts';
import { startSession, type SessionBody } from '../sessions/start-session.ts';
import { isConfirmed, keyOf } from '../accounts/unproven.ts';
import { findUser, type UserRecord } from '../accounts/users.db.ts';

const TEXTS = { both: 'Only an email address or phone number should be provided on login.', none: 'missing email or phone' };

/** The password grant. A wrong password and an unknown user are one answer and cost the same time. */
export async function passwordGrant(c: Context<AuthEnv>): Promise<SessionBody & { weak_password?: unknown }> {
  const body = await authBody(c, PasswordGrant);
  const addressee = addresseeOf(c, body, TEXTS);
  await limitRequest(c, 'token', addressee.address);
  const password = body.password ?? '';
  if (!password || password.length > MAX_PASSWORD) throw invalidCredentials();
  const record = await findUser(c.get('db'), keyOf(addressee));
  if (!isPassword(password, record?.user.password_hash ?? null) || !record) throw invalidCredentials();
  if (record.user.banned_until && record.user.banned_until > c.get('now')) throw refuse(400, 'user_banned', 'User is banned');
  if (!isConfirmed(record, addressee)) {
    throw addressee.channel === 'email'
      ? refuse(400, 'email_not_confirmed', 'Email not confirmed')
      : refuse(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  const identity = addressee.channel === 'email' ? 'email' : 'phone';
  const session = await startSession(c, { record, method: 'password', identity, alongside: refreshedHash(c, { record, password }) });
  const reasons = weaknesses(c, password);
  return reasons.length > 0 ? { ...session, weak_password: { message: 'Password no longer meets the policy.', reasons } } : session;
}

function invalidCredentials() {
  return refuse(400, 'invalid_credentials', 'Invalid login credentials');
}

/** Raises an older hash to today's parameters, now that the password is at hand. */
function refreshedHash(c: Context<AuthEnv>, { record, password }: { record: UserRecord; password: string }) {
  const { id, password_hash } = record.user;
  if (!password_hash || !isDated(password_hash)) return [];
  return [
    c
      .get('db')
      .update(authUsers)
      .set({ password_hash: hashPassword(password) })
      .where(eq(authUsers.id, id)),
  ];
}
