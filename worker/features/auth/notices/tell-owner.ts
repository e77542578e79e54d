import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { AuthUser } from '../../../../drizzle/tables/auth-users.ts';
import type { Statement } from '../../../http/batch.ts';
import { randomSecret, sha256Hex } from '../../../http/crypto.ts';
import { dispatch, outboxInsert } from '../../../http/outbox.ts';
import type { AuthEnv } from '../auth-env.ts';
import { composeNotice, type OwnerChange } from './notice.mails.ts';
import { noticeInsert } from './notices.db.ts';

/** How long the link of a notice works. */
const NOTICE_DAYS = 7;

/** Sends the notices of a request to the queue after their batch is written. */
export const sendNotices = createMiddleware<AuthEnv>(async (c, next) => {
  c.set('notices', []);
  await next();
  if (c.get('notices').length > 0) dispatch(c, c.get('notices'));
});

/**
 * The statements that tell an owner of a change by mail, for the batch of the change itself. Only proven addresses get the mail; `also` is
 * the address that the account has after the change. The day's limit of mails does not apply, so that nobody can use it to prevent a notice.
 */
export async function tellOwner(
  c: Context<AuthEnv>,
  { user, change, also }: { user: Pick<AuthUser, 'id' | 'email' | 'email_confirmed_at'>; change: OwnerChange; also?: string | null },
): Promise<Statement[]> {
  const proven = user.email_confirmed_at ? [user.email, also] : [also];
  const addresses = [...new Set(proven)].filter((address) => typeof address === 'string');
  const statements = addresses.map((address) => noticeTo(c, { user_id: user.id, address, change }));
  return (await Promise.all(statements)).flat();
}

async function noticeTo(
  c: Context<AuthEnv>,
  { user_id, address, change }: { user_id: string; address: string; change: OwnerChange },
): Promise<Statement[]> {
  const now = c.get('now');
  const token = randomSecret();
  const expires_at = new Date(now.getTime() + NOTICE_DAYS * 86_400_000);
  const link = `${c.get('config').external_url}/not-me?${new URLSearchParams({ token }).toString()}`;
  const mail = await composeNotice({ change, link, days: NOTICE_DAYS });
  const { id, statement } = await outboxInsert(c, { channel: 'email', recipient: address, ...mail }, { purpose: 'account', expires_at });
  c.get('notices').push(id);
  return [noticeInsert(c.get('db'), { user_id, address, hash: await sha256Hex(token), expires_at, created_at: now }), statement];
}
