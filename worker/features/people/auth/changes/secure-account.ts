import type { Context } from 'hono';
import type { AuthNotice } from '../../../../../drizzle/tables/people/auth-notices.ts';
import type { Write } from '../../../../http/database/batch.ts';
import { isUniqueViolation } from '../../../../http/database/constraint.ts';
import { sha256Hex } from '../../../../http/security/crypto.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import { accessDeletes } from '../codes/access.db.ts';
import { addressMarks } from '../accounts/address-marks.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { emailMove } from '../codes/change-email.db.ts';
import { withProviders } from '../base/metadata.ts';
import { addressIdentity } from '../accounts/new-user.ts';
import { isProven } from '../accounts/unproven.ts';
import { findUser, identityInsert, userUpdate, type UserRecord } from '../base/users.db.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { issueCode } from '../codes/issue-code.ts';
import { emailExists, linkExpired, userBanned } from '../base/errors.ts';
import { findNotice, noticeUse } from '../notices/security-notices.db.ts';
import { additionDeletes, identitiesBefore } from './remove-additions.db.ts';

/**
 * Gives an account back to its owner. `token` is from the link in a notice, a mail about a change of the account. One
 * batch ends all sessions, removes the password and everything that was added since the notice was sent, and restores
 * the address to which the notice was sent. Returns the token of a recovery link for that address. If another account
 * has proven that address, the batch leaves the current address as it is, and then the function throws `email_exists`.
 */
export async function secureAccount(c: Context<AuthEnv>, token: string): Promise<string> {
  const [db, now] = [c.get('db'), c.get('now')];
  const { notice, hash } = await findNoticeOf(c, token);
  const record = notice && (await findUser(db, { id: notice.user_id }));
  if (!record) throw linkExpired();
  if (isBanned(record.user, now)) throw userBanned();
  const { id } = record.user;
  const returned = await returnAddress(c, { record, address: notice.address });
  const recovery = await issueCode(c, { user_id: id, kind: 'recovery', address: notice.address });
  try {
    await runAndTell(c, [
      ...noticeUse(db, { notice, now }),
      ...additionDeletes(db, { user_id: id, since: notice.created_at }),
      ...(returned ?? []),
      ...accessDeletes(db, id),
      ...withoutAdditions(c, { record, notice }),
      ...recovery.statements,
    ]);
  } catch (error) {
    // A simultaneous call with the same token has used the notice.
    if (isUniqueViolation(error) && !(await findNotice(db, { hash, now }))) throw linkExpired();
    throw error;
  }
  if (!returned) throw emailExists();
  return recovery.link_token;
}

/** Returns the hash of a link's token, and the open notice with that hash, if any. Does not use up the notice. */
export async function findNoticeOf(
  c: Context<AuthEnv>,
  token: string,
): Promise<{ hash: string; notice: AuthNotice | undefined }> {
  const hash = await sha256Hex(token);
  return { hash, notice: await findNotice(c.get('db'), { hash, now: c.get('now') }) };
}

/**
 * Removes the password and any pending change of email or phone, and lists the remaining identities as the user's
 * providers. If no identity remains and the address is still that of the notice, adds an identity for the address.
 */
function withoutAdditions(
  c: Context<AuthEnv>,
  { record, notice }: { record: UserRecord; notice: AuthNotice },
): Write[] {
  const [db, now, { user }] = [c.get('db'), c.get('now'), record];
  const left = identitiesBefore(record, notice.created_at);
  const isMoved = user.email !== notice.address;
  const addressee = { channel: 'email', address: user.email ?? notice.address } as const;
  const own = left.length === 0 && !isMoved ? [addressIdentity(user, { addressee, verified: true, now })] : [];
  const providers = [...left, ...own].map(({ provider }) => provider);
  const dropped = { password_hash: null, new_email: null, email_change_proven: null, new_phone: null, updated_at: now };
  return [
    ...own.map((identity) => identityInsert(db, identity)),
    userUpdate(db, user.id, {
      ...dropped,
      app_metadata: withProviders(user.app_metadata, isMoved ? ['email', ...providers] : providers),
    }),
  ];
}

/** Returns null if another account has proven the address. */
async function returnAddress(
  c: Context<AuthEnv>,
  { record, address }: { record: UserRecord; address: string },
): Promise<readonly Write[] | null> {
  if (record.user.email === address) return [];
  const [db, now, accounts] = [c.get('db'), c.get('now'), c.get('accounts')];
  const other = await findUser(db, { email: address });
  if (other && isProven(other)) return null;
  const freed = other
    ? [accounts.changeAddress(db, { id: other.user.id, email: null, email_confirmed_at: null, now })]
    : [];
  const moved = emailMove(db, { accounts, record, email: address, now });
  return [...freed, ...moved.statements, ...(await addressMarks(c, moved.record))];
}
