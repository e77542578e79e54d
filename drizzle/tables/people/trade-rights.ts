import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { hasBadge } from './badge.ts';
import { isLaunched } from '../staff/launch-switches.ts';

// The queries use aliases, because Drizzle omits the table name of a column in a query of one table.

/** SQL condition: the account exists and is not banned at `now`. */
export function isActiveAccount(accountId: string | SQL, now: Date): SQL<number> {
  return sql<number>`exists (select 1 from auth_users as account where account.id = ${accountId} and ${isActive(now)})`;
}

export function lacksBadge(accountId: string | SQL, now: Date): SQL<boolean> {
  return sql`(${isLaunched('school')} and not ${hasBadge(accountId, now)})`.mapWith(Boolean);
}

export function mayBuy(accountId: string | SQL, now: Date): SQL<number> {
  return sql<number>`(${isActiveAccount(accountId, now)} and not ${lacksBadge(accountId, now)})`;
}

export function maySell(accountId: string, now: Date): SQL<number> {
  return sql<number>`(${isApprovedSeller(accountId, now)} and not ${lacksBadge(accountId, now)})`;
}

/** SQL condition: the account is an approved seller. An approval that staff can still undo does not count yet. */
export function isApprovedSeller(accountId: string, now: Date): SQL<number> {
  return sql<number>`exists (select 1 from auth_users as account
    join reseller_applications as application on application.applicant_id = account.id
      and application.status = 'approved'
    where account.id = ${accountId} and account.email_confirmed_at is not null and ${isActive(now)}
      and coalesce(application.tell_at, 0) <= ${now.getTime()}
      and not ${isSuspendedSeller(sql`account.id`)})`;
}

/** SQL condition: the account is suspended as a seller, or inherits the suspension of a deleted account. */
export function isSuspendedSeller(accountId: SQL | string | null): SQL<number> {
  return sql<number>`exists (select 1 from reseller_applications as own where own.status = 'suspended'
    and own.applicant_id in (
    select ${accountId} union all select past_id from met_pasts where user_id = ${accountId}))`;
}

/** SQL condition: the account has proven this address. `emailKey` is in lower case. */
export function ownsAddress(accountId: string | SQLiteColumn | null, emailKey: string): SQL<number> {
  return sql<number>`exists (select 1 from auth_users as account where account.id = ${accountId}
    and lower(account.email) = ${emailKey}
    and account.email_confirmed_at is not null and account.deleted_at is null)`;
}

/** SQL condition: the account sent this form, or has proven the address of a form sent without an account. */
export function isOwnForm(
  form: Record<'applicant_id' | 'email_key', SQLiteColumn>,
  { user_id, email_key }: { user_id: string; email_key: string },
): SQL {
  const isOwnAddress = and(isNull(form.applicant_id), eq(form.email_key, email_key), ownsAddress(user_id, email_key));
  return or(isOwnAddress, eq(form.applicant_id, user_id))!;
}

/** SQL value: the proven address that the account of this form has now, or else the address typed into the form. */
export function addressOf(form: Record<'applicant_id' | 'email', SQLiteColumn>): SQL<string> {
  return sql<string>`coalesce((select owner.email from auth_users as owner where owner.id = ${form.applicant_id}
    and owner.email_confirmed_at is not null and owner.deleted_at is null), ${form.email})`;
}

export function takesPart(accountId: string): SQL<number> {
  return sql<number>`(exists (select 1 from ticket_requests as own where own.buyer_id = ${accountId})
    or exists (select 1 from ticket_requests as own where own.seller_id = ${accountId})
    or exists (select 1 from listings as own where own.seller_id = ${accountId}))`;
}

const isActive = (now: Date) =>
  sql`account.deleted_at is null and coalesce(account.banned_until, 0) <= ${now.getTime()}`;
