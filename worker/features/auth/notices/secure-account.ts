import type { Context } from 'hono';
import type { Write } from '../../../http/batch.ts';
import { sha256Hex } from '../../../http/crypto.ts';
import { runAndTell } from '../../../rooms/tell-pages.ts';
import { accessDeletes } from '../accounts/access.db.ts';
import { isBanned } from '../accounts/ban.rules.ts';
import { emailMove } from '../accounts/change-email.db.ts';
import { isProven } from '../accounts/unproven.ts';
import { findUser, userUpdate, type UserRecord } from '../accounts/users.db.ts';
import type { AuthEnv } from '../auth-env.ts';
import { issueCode } from '../codes/issue-code.ts';
import { emailExists, linkExpired, userBanned } from '../errors.ts';
import { findNotice, noticeUse } from './notices.db.ts';

/**
 * Takes an account back from a stranger, in one batch: ends every session, code and open flow of the account, removes its password, and
 * gives it the address of the notice again. Returns the token of a recovery link to that address.
 */
export async function secureAccount(c: Context<AuthEnv>, token: string): Promise<string> {
  const [db, now] = [c.get('db'), c.get('now')];
  const hash = await sha256Hex(token);
  const notice = await findNotice(db, { hash, now });
  const record = notice && (await findUser(db, { id: notice.user_id }));
  if (!record) throw linkExpired();
  if (isBanned(record.user, now)) throw userBanned();
  const { id } = record.user;
  const returned = await returnAddress(c, { record, address: notice.address });
  const recovery = await issueCode(c, { user_id: id, kind: 'recovery', address: notice.address });
  const dropped = { password_hash: null, new_email: null, email_change_proven: null, new_phone: null, updated_at: now };
  const [used] = await runAndTell(c, [
    noticeUse(db, { hash, now }),
    ...(returned ?? []),
    ...accessDeletes(db, id),
    userUpdate(db, id, dropped),
    ...recovery.statements,
  ]);
  if (!Array.isArray(used) || used.length === 0) throw linkExpired();
  if (!returned) throw emailExists();
  return recovery.link_token;
}

/**
 * The writes that give the account its address back. If another account has the address but has not proven it, that account loses it. Null
 * if another account has proven it.
 */
async function returnAddress(
  c: Context<AuthEnv>,
  { record, address }: { record: UserRecord; address: string },
): Promise<readonly Write[] | null> {
  if (record.user.email === address) return [];
  const [db, now, accounts] = [c.get('db'), c.get('now'), c.get('accounts')];
  const other = await findUser(db, { email: address });
  if (other && isProven(other)) return null;
  const freed = other ? [accounts.changeAddress(db, { id: other.user.id, email: null, email_confirmed_at: null, now })] : [];
  return [...freed, ...emailMove(db, { accounts, record, email: address, now }).statements];
}
