import { and, eq, sql } from 'drizzle-orm';
import type { SharedMarkKind } from '../../../../drizzle/vocabulary.ts';
import { sharedMarks } from '../../../../drizzle/tables/people/shared-marks.ts';
import type { Db } from '../../../context.ts';
import type { Statement } from '../../database/batch.ts';
import { keyedHash } from '../../security/crypto.ts';
import { insertFrom } from '../../database/insert-from.ts';

interface Mark {
  kind: SharedMarkKind;
  /** A folded address, a card fingerprint, a school inbox, a phone number (E.164 without the plus), or a browser id. */
  value: string;
}

/** The hash needs a secret key: phone numbers are guessable, so a plain hash in a stolen database could be reversed. */
export function markHash({ AUTH_PEPPER }: Pick<Env, 'AUTH_PEPPER'>, { kind, value }: Mark): Promise<string> {
  return keyedHash(AUTH_PEPPER, ['shared mark', kind, value]);
}

/**
 * Returns a statement that stores a mark, unless the account is deleted. The statement is in a list, because `await`
 * would run a bare statement.
 */
export async function keepMark(
  { env, db }: { env: Pick<Env, 'AUTH_PEPPER'>; db: Db },
  { user_id, ...mark }: Mark & { user_id: string },
): Promise<Statement[]> {
  const mark_hash = await markHash(env, mark);
  const kept = insertFrom(db, sharedMarks, {
    row: { user_id: sql`profile.id`, kind: mark.kind, mark_hash },
    from: sql`from profiles as profile join auth_users as account on account.id = profile.id
      and account.deleted_at is null
      where profile.id = ${user_id}`,
  });
  return [kept.onConflictDoNothing()];
}

/** Google ignores dots in an address. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/** Returns the inbox that an address reaches. */
export function foldAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+');
  const domain = email.slice(at + 1).toLowerCase();
  return DOTLESS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}

/** The most browsers stored for an account. A program without cookies looks like a new browser at each sign-in. */
const MOST_DEVICES = 20;

export async function keepDevice(
  { env, db }: { env: Pick<Env, 'AUTH_PEPPER'>; db: Db },
  { user_id, device }: { user_id: string; device: string },
): Promise<Statement[]> {
  const newest = sql`(select newest.rowid from shared_marks as newest where newest.user_id = ${user_id}
    and newest.kind = 'device'
    order by newest.rowid desc limit ${MOST_DEVICES})`;
  const forgotten = db
    .delete(sharedMarks)
    .where(
      and(eq(sharedMarks.user_id, user_id), eq(sharedMarks.kind, 'device'), sql`shared_marks.rowid not in ${newest}`),
    );
  return [...(await keepMark({ env, db }, { user_id, kind: 'device', value: device })), forgotten];
}
