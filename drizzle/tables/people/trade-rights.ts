import { type SQL, sql } from 'drizzle-orm';
import { hasBadge } from './badge.ts';
import { isLaunched } from '../staff/launch-switches.ts';

// The tables have aliases here, because Drizzle writes a column without its table if the query reads one table only.

/** True, in SQL, of an account that exists and is not banned at `now`. */
export function isActiveAccount(accountId: string, now: Date): SQL<number> {
  return sql<number>`exists (select 1 from auth_users as account where account.id = ${accountId} and ${isActive(now)})`;
}

/** True, in SQL, of an account that lacks the badge without which nobody buys or sells while `school` is on. */
export function lacksBadge(accountId: string, now: Date): SQL<boolean> {
  return sql`(${isLaunched('school')} and not ${hasBadge(accountId, now)})`.mapWith(Boolean);
}

/** True, in SQL, of an account that may ask for tickets: it is active, and has a badge while `school` is on. */
export function mayBuy(accountId: string, now: Date): SQL<number> {
  return sql<number>`(${isActiveAccount(accountId, now)} and not ${lacksBadge(accountId, now)})`;
}

/** True, in SQL, of an account that may put tickets on sale: an approved seller, with a badge while `school` is on. */
export function maySell(accountId: string, now: Date): SQL<number> {
  return sql<number>`(${isApprovedSeller(accountId, now)} and not ${lacksBadge(accountId, now)})`;
}

/**
 * True, in SQL, of an approved seller: the account exists, is not banned at `now`, has a proven address, and an
 * application that belongs to it is approved. An approval that can still be undone does not count yet. An account that
 * is suspended as a seller, or inherits a suspension, may not sell.
 */
export function isApprovedSeller(accountId: string, now: Date): SQL<number> {
  return sql<number>`exists (select 1 from auth_users as account
    join reseller_applications as application on application.applicant_id = account.id
      and application.status = 'approved'
    where account.id = ${accountId} and account.email_confirmed_at is not null and ${isActive(now)}
      and coalesce(application.tell_at, 0) <= ${now.getTime()}
      and not ${isSuspendedSeller(sql`account.id`)})`;
}

/** True, in SQL, of an account that is suspended as a seller, or inherits the suspension of a deleted account. */
export function isSuspendedSeller(accountId: SQL | string | null): SQL<number> {
  return sql<number>`exists (select 1 from reseller_applications as own where own.status = 'suspended'
    and own.applicant_id in (
    select ${accountId} union all select past_id from met_pasts where user_id = ${accountId}))`;
}

/**
 * True, in SQL, of the account that owns an address: the address is its own and proven. `emailKey` is in lower case.
 */
export function ownsAddress(accountId: string | null, emailKey: string): SQL<number> {
  return sql<number>`exists (select 1 from auth_users as account where account.id = ${accountId}
    and lower(account.email) = ${emailKey}
    and account.email_confirmed_at is not null and account.deleted_at is null)`;
}

/** True, in SQL, of an account that has made or received a ticket request, or has put tickets on sale. */
export function takesPart(accountId: string): SQL<number> {
  return sql<number>`(exists (select 1 from ticket_requests as own where own.buyer_id = ${accountId})
    or exists (select 1 from ticket_requests as own where own.seller_id = ${accountId})
    or exists (select 1 from listings as own where own.seller_id = ${accountId}))`;
}

const isActive = (now: Date) =>
  sql`account.deleted_at is null and coalesce(account.banned_until, 0) <= ${now.getTime()}`;
