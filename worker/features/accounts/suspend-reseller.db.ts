import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { authUsers } from '../../../drizzle/tables/auth-users.ts';
import { profiles } from '../../../drizzle/tables/profiles.ts';
import { resellerApplications } from '../../../drizzle/tables/reseller-applications.ts';
import type { AccountWrite, Db, Suspension } from '../../context.ts';
import { endTrade } from './withdraw-listings-of-account.db.ts';

/**
 * Suspends the applications that are still in the version given: one write for each, in their order. The accounts of their addresses
 * sell nothing afterwards and have no request pending. Each application then names the account that owns its address, so that the account
 * cannot apply again under another address. The last write does this for all applications of the address.
 */
export function suspendReseller(db: Db, applications: readonly Suspension[]): AccountWrite[] {
  const keys = JSON.stringify(applications.map(({ email_key }) => email_key));
  const accounts = sql`select ${authUsers.id} from ${authUsers} where lower(${authUsers.email}) in (select value from json_each(${keys}))
    and ${isNotNull(authUsers.email)} and ${isNull(authUsers.deleted_at)}`;
  return applications.map(({ id, email_key, version, change }, at) => ({
    change: db
      .update(resellerApplications)
      .set({
        ...change,
        told_status: sql`coalesce(${resellerApplications.told_status}, ${resellerApplications.status})`,
        status: 'suspended',
        applicant_id: sql`coalesce(${resellerApplications.applicant_id}, ${ownerOf(email_key)})`,
      })
      .where(and(eq(resellerApplications.id, id), eq(resellerApplications.updated_at, version))),
    follow_ups: at === applications.length - 1 ? endTrade(db, { accounts }) : [],
  }));
}

const ownerOf = (emailKey: string) =>
  sql`(select ${authUsers.id} from ${authUsers} join ${profiles} on ${profiles.id} = ${authUsers.id}
    where lower(${authUsers.email}) = ${emailKey} and ${isNotNull(authUsers.email_confirmed_at)} and ${isNull(authUsers.deleted_at)} limit 1)`;
