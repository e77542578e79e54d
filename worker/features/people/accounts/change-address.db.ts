import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isApprovedSeller } from '../../../../drizzle/tables/people/trade-rights.ts';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { AccountWrite, AddressChange, Db } from '../../../context.ts';
import { takeOffSale } from '../../../http/shared/trade/withdraw-listings-of-account.ts';

/**
 * Changes an account's address. An approved seller stays approved under another proven address. If the new address is
 * not proven, the account's listings come off sale. Its ticket requests as a buyer stay.
 */
export function changeAddress(
  db: Db,
  { id, email, email_confirmed_at, fields, only, now }: AddressChange,
): AccountWrite {
  const stored = sql`(select ${authUsers.email} from ${authUsers} where ${authUsers.id} = ${id})`;
  const barred: SQL = sql`select ${id} where not ${isApprovedSeller(id, now)}`;
  return {
    change: db
      .update(authUsers)
      .set({ ...fields, email, email_confirmed_at, updated_at: now })
      .where(and(eq(authUsers.id, id), only)),
    follow_ups: [
      db.update(profiles).set({ email: stored }).where(eq(profiles.id, id)),
      ...takeOffSale(db, { accounts: barred }),
    ],
  };
}
