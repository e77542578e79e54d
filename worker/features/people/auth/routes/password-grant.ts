import type { Context } from 'hono';
import * as v from 'valibot';
import type { Statement } from '../../../../http/database/batch.ts';
import { addresseeOf, AddressFields, keyOf, providerOf } from '../accounts/addresses.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { isConfirmed } from '../accounts/unproven.ts';
import { findUser, userUpdate, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { findPendingHash } from '../codes/codes.db.ts';
import { refuse } from '../base/errors.ts';
import { authBody } from '../base/inputs.ts';
import { limitRequest } from '../base/limits.ts';
import type { SessionBody } from '../sessions/session-body.ts';
import { startSession } from '../sessions/start-session.ts';
import { hashPassword, isDated, isPassword } from '../password/password-hash.ts';
import { MAX_PASSWORD, weaknesses } from '../password/password-policy.ts';

const PasswordGrant = v.object({ ...AddressFields, password: v.nullish(v.string()) });

const TEXTS = {
  both: 'Only an email address or phone number should be provided on login.',
  none: 'missing email or phone',
};

/** A wrong password and an unknown user get the same response after the same work. */
export async function passwordGrant(c: Context<AuthEnv>): Promise<SessionBody & { weak_password?: unknown }> {
  const body = await authBody(c, PasswordGrant);
  const addressee = addresseeOf(c, body, TEXTS);
  const taken = await limitRequest(c, 'token', addressee.address);
  const password = body.password ?? '';
  if (!password || password.length > MAX_PASSWORD) throw invalidCredentials();
  const [record, pending] = await Promise.all([
    findUser(c.get('db'), keyOf(addressee)),
    findPendingHash(c.get('db'), { address: addressee.address, now: c.get('now') }),
  ]);
  // The password of an unconfirmed sign-up opens no session. It leads to the error that the address is not confirmed.
  const unconfirmed = record && !isConfirmed(record, addressee) ? pending : null;
  if (!(await isPassword(password, record?.user.password_hash ?? unconfirmed)) || !record) throw invalidCredentials();
  taken.giveBack();
  if (isBanned(record.user, c.get('now'))) throw refuse(400, 'user_banned', 'User is banned');
  if (!isConfirmed(record, addressee)) {
    throw addressee.channel === 'email'
      ? refuse(400, 'email_not_confirmed', 'Email not confirmed')
      : refuse(400, 'phone_not_confirmed', 'Phone not confirmed');
  }
  const alongside = renewedHash(c, { record, password });
  const session = await startSession(c, { record, method: 'password', identity: providerOf(addressee), alongside });
  const reasons = await weaknesses(c, password);
  return reasons.length > 0
    ? { ...session, weak_password: { message: 'Password no longer meets the policy.', reasons } }
    : session;
}

function invalidCredentials() {
  return refuse(400, 'invalid_credentials', 'Invalid login credentials');
}

function renewedHash(c: Context<AuthEnv>, { record, password }: { record: UserRecord; password: string }): Statement[] {
  const { id, password_hash } = record.user;
  if (!password_hash || !isDated(password_hash)) return [];
  return [userUpdate(c.get('db'), id, { password_hash: hashPassword(password) })];
}
