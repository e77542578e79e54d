import { sql } from 'drizzle-orm';
import { authUsers } from '../../../drizzle/tables/auth-users.ts';
import { isOpenApplication, resellerApplications } from '../../../drizzle/tables/reseller-applications.ts';
import { emailKey } from '../../contract/people.ts';

/** Who sells; `email` is the account's address, which an approved application must carry. */
export interface Seller {
  seller_id: string;
  email: string | null;
}

/** True of an approved reseller whose account has proven its address and has not been banned since the guard looked, in SQL. */
export const isApproved = ({ seller_id, email }: Seller, now: Date) => sql<number>`(exists (select 1 from ${resellerApplications}
  where ${resellerApplications.email_key} = ${emailKey(email ?? '')} and ${isOpenApplication} and ${resellerApplications.status} = 'approved')
  and exists (select 1 from ${authUsers} where ${authUsers.id} = ${seller_id} and ${authUsers.email_confirmed_at} is not null
    and coalesce(${authUsers.banned_until}, 0) <= ${now.getTime()}))`;
