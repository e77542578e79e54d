import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AuthUser } from '../../../../../drizzle/tables/people/auth-users.ts';
import { KEEPING_DAYS } from '../../../../contract/talk/keeping-times.ts';
import { DAY } from '../../../../contract/time/durations.ts';
import type { Statement } from '../../../../http/database/batch.ts';
import { randomSecret, sha256Hex } from '../../../../http/security/crypto.ts';
import { dispatch, outboxInsert } from '../../../../http/outbox/outbox.ts';
import type { AuthEnv } from '../base/auth-env.ts';
import { composeFarewell, composeNews, composeNotice, type OwnerChange } from './notice.mails.ts';
import { noticeInsert } from './security-notices.db.ts';

/** Queues the notices of an HTTP request once the request has written them to the database. */
export const sendNotices = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('notices', []);
  await next();
  if (c.get('notices').length > 0) dispatch(c, c.get('notices'));
});

/**
 * Returns statements that store mails to the account's owner about a change. Run the statements in the batch that
 * stores the change. `also` is the address after the change. A mail to this address has no link to `/not-me`, because
 * the address may belong to a thief. The daily mail limit does not apply, so that nobody can block a notice by using up
 * the limit.
 */
export async function tellOwner(
  c: Context<AuthEnv>,
  {
    user,
    change,
    also,
  }: { user: Pick<AuthUser, 'id' | 'email' | 'email_confirmed_at'>; change: OwnerChange; also?: string | null },
): Promise<Statement[]> {
  const proven = user.email_confirmed_at ? user.email : null;
  const notice = proven ? await noticeTo(c, { user_id: user.id, address: proven, change }) : [];
  const news = also && also !== proven ? await mailTo(c, also, await composeNews(change)) : [];
  return [...notice, ...news];
}

export async function tellOfDeletion(
  c: Context<AuthEnv>,
  user: Pick<AuthUser, 'email' | 'email_confirmed_at'>,
): Promise<Statement[]> {
  return user.email && user.email_confirmed_at ? mailTo(c, user.email, await composeFarewell()) : [];
}

async function noticeTo(
  c: Context<AuthEnv>,
  { user_id, address, change }: { user_id: string; address: string; change: OwnerChange },
): Promise<Statement[]> {
  const now = c.get('now');
  const token = randomSecret();
  const expires_at = expiryOf(now);
  const link = `${c.get('config').external_url}/not-me?${new URLSearchParams({ token }).toString()}`;
  const mail = await composeNotice({ change, link, days: KEEPING_DAYS.notice });
  return [
    noticeInsert(c.get('db'), { user_id, address, hash: await sha256Hex(token), expires_at, created_at: now }),
    ...(await mailTo(c, address, mail)),
  ];
}

async function mailTo(
  c: Context<AuthEnv>,
  recipient: string,
  mail: Awaited<ReturnType<typeof composeNotice>>,
): Promise<Statement[]> {
  const expires_at = expiryOf(c.get('now'));
  const { id, statement } = await outboxInsert(
    c,
    { channel: 'email', recipient, ...mail },
    { purpose: 'account', expires_at },
  );
  c.get('notices').push(id);
  return [statement];
}

const expiryOf = (now: Date) => new Date(now.getTime() + KEEPING_DAYS.notice * DAY);
