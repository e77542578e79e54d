import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';
import type { Statement } from '../database/batch.ts';
import { type Mail, renderMail } from './mail.ts';
import { type Notice, noticesInsert } from './notices.ts';
import { outboxInsertTo } from './outbox.ts';

export interface Telling {
  /** Query for `email` and `user_id`: one row, or none if there is nothing to send. */
  to: SQL;
  mail: Mail;
  name: string | null;
  notice: Notice | null;
  /** True: the mail is always sent. False: the mail waits, and is not sent if the person sees the notification. */
  is_always_mailed?: boolean;
  /** `money`: the mail may use the part of the daily limit that is reserved for money. */
  purpose?: 'money' | 'product';
}

/** Returns statements to run in one batch with the change that the person is told of. `id` is the mail's id. */
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
