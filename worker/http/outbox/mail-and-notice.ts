import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';
import type { Statement } from '../database/batch.ts';
import { type Mail, renderMail } from './mail.ts';
import { type Notice, noticesInsert } from './notices.ts';
import { outboxInsertTo } from './outbox.ts';

/** What one person is told of one piece of news. */
export interface Telling {
  /** A query of `email` and `user_id`: one row, or none if nothing is to be told. */
  to: SQL;
  mail: Mail;
  name: string | null;
  /** Null if there is no notification about it. */
  notice: Notice | null;
  /**
   * The mail is sent in any case, for example because it is a receipt. Otherwise it waits, and is not sent if the
   * notification was seen.
   */
  is_always_mailed?: boolean;
  /** `money`: the mail is about a purchase, and news cannot use up its share of the day. */
  purpose?: 'money' | 'product';
}

/**
 * The mail about a piece of news and the notification about it, as statements of the batch that causes them. `id` is
 * that of the mail.
 */
export async function mailAndNotice(
  c: { env: Env; get: (key: 'db' | 'now') => unknown },
  { to, mail, name, notice, is_always_mailed = false, purpose = 'product' }: Telling,
): Promise<{ id: string; statements: Statement[] }> {
  const { id, statement } = await outboxInsertTo(c, { to, purpose, ...(await renderMail({ ...mail, name })) });
  if (!notice) return { id, statements: [statement] };
  const linked = is_always_mailed ? notice : { ...notice, outbox_id: id };
  const written = noticesInsert(c.get('db') as Db, {
    to: sql`select user_id from (${to})`,
    notice: linked,
    now: c.get('now') as Date,
  });
  return { id, statements: [statement, written] };
}
