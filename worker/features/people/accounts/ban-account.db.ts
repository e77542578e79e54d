import { and, eq, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import type { AccountWrite, Ban, Db } from '../../../context.ts';
import { endTrade } from '../../../http/shared/trade/withdraw-listings-of-account.ts';

/**
 * Bans an account, or ends its ban if `until` is null. A ban also takes the account's listings off sale and ends its
 * pending ticket requests.
 */
export function banAccount(db: Db, { id, until, only, now }: Ban): AccountWrite {
  return {
    change: db
      .update(authUsers)
      .set({ banned_until: until, updated_at: now })
      .where(and(eq(authUsers.id, id), only)),
    follow_ups: until && until > now ? endTrade(db, { accounts: sql`select ${id}` }) : [],
  };
}
