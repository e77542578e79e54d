import { and, eq, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import type { AccountWrite, Ban, Db } from '../../../context.ts';
import { endTrade } from './withdraw-listings-of-account.db.ts';

/**
 * Bans an account until an instant, or ends its ban (`null`). A banned account sells nothing and has no request
 * pending.
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
