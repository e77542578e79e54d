import type { Context } from 'hono';
import type { AuthOneTimeCode } from '../../../../../drizzle/tables/people/auth-codes.ts';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import type { CodeKind } from '../../../../../drizzle/vocabulary.ts';
import type { Db } from '../../../../context.ts';
import { runAndTell } from '../../../../rooms/tell-pages.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { addressMarks } from '../accounts/address-marks.ts';
import type { ConsumedCode } from './codes.db.ts';
import { emailExists, linkExpired } from '../base/errors.ts';
import { tellOwner } from '../notices/tell-owner.ts';
import { emailMove, noteHalf } from './change-email.db.ts';
import { findUser, type UserRecord } from '../base/users.db.ts';

export const EMAIL_CHANGE_KINDS: CodeKind[] = ['email_change_current', 'email_change_new'];

export const OTHER_HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Changes the email address once everything needed is proven. A change may need two halves: a proof of the current
 * address and a proof of the new address. Returns undefined while the other half is missing. Throws a 403 for an old
 * code, and a 422 for a taken address.
 */
export async function proveEmailChange(
  c: Context<AuthEnv>,
  { code, record }: ConsumedCode,
): Promise<UserRecord | undefined> {
  const [db, { user }] = [c.get('db'), record];
  const half = halfOf(code);
  const { new_email } = user;
  if (!new_email || code.address !== (half === 'new' ? new_email : user.email)) throw linkExpired();
  if (completesChange(c, { user, half })) return changeEmail(c, { record, email: new_email });
  if (await noteHalf(db, { user_id: user.id, new_email, half })) return undefined;
  // The other half was recorded after the user was read.
  const fresh = await findUser(db, { id: user.id });
  if (fresh?.user.new_email !== new_email) throw linkExpired();
  return changeEmail(c, { record: fresh, email: new_email });
}

type Half = 'current' | 'new';

export function halfOf({ kind }: Pick<AuthOneTimeCode, 'kind'>): Half {
  return kind === 'email_change_new' ? 'new' : 'current';
}

/** Whether `half` completes the change, because the other half is proven or not needed. */
export function completesChange(c: Context<AuthEnv>, { user, half }: { user: AuthUser; half: Half }): boolean {
  const needsBoth = c.get('config').double_confirm && user.email !== null && user.email_confirmed_at !== null;
  return needsBoth ? user.email_change_proven !== null && user.email_change_proven !== half : half === 'new';
}

/** Throws a 422 `email_exists` if somebody else has the address. */
export async function changeEmail(
  c: Context<AuthEnv>,
  { record, email }: { record: UserRecord; email: string },
): Promise<UserRecord> {
  const db = c.get('db');
  const move = emailMove(db, { accounts: c.get('accounts'), record, email, now: c.get('now') });
  const notices = await tellOwner(c, { user: record.user, change: 'email', also: email });
  try {
    await runAndTell(c, [...move.statements, ...(await addressMarks(c, move.record)), ...notices]);
  } catch (error) {
    // The unique index refuses an address that somebody took after the change was requested.
    await refuseTakenEmail(db, { email, user_id: record.user.id });
    throw error;
  }
  return move.record;
}

export async function refuseTakenEmail(db: Db, { email, user_id }: { email: string; user_id: string }): Promise<void> {
  const other = await findUser(db, { email });
  if (other && other.user.id !== user_id) throw emailExists();
}
