import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { authUsers } from '../../../../drizzle/tables/people/auth-users.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import { resellerApplications } from '../../../../drizzle/tables/people/reseller-applications.ts';
import type { AccountWrite, Db, Suspension } from '../../../context.ts';
import { endTrade } from '../../../http/shared/trade/withdraw-listings-of-account.ts';

/**
 * Returns one write per application, in the given order. The write suspends the application if it still has the given
 * version. An application without an account is linked to the account that owns its address. The last write also ends
 * the trade of all applicants.
 */
export function suspendReseller(db: Db, applications: readonly Suspension[]): AccountWrite[] {
  const ids = JSON.stringify(applications.map(({ id }) => id));
  const accounts = sql`select ${resellerApplications.applicant_id} from ${resellerApplications}
    where ${resellerApplications.id} in (select value from json_each(${ids}))
      and ${isNotNull(resellerApplications.applicant_id)}`;
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
    where lower(${authUsers.email}) = ${emailKey} and ${isNotNull(authUsers.email_confirmed_at)}
      and ${isNull(authUsers.deleted_at)} limit 1)`;
