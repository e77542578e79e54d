import { eq, type SQL, sql } from 'drizzle-orm';
import { hasBadge } from '../../../../drizzle/tables/people/badge.ts';
import { mayBeTrusted } from '../../../../drizzle/tables/people/mutuals.ts';
import { profiles } from '../../../../drizzle/tables/people/profiles.ts';
import type { Db } from '../../../context.ts';
import { VOUCH_LIMITS } from '../../../contract/people/vouches.ts';
import type { DomainError } from '../../../http/answers/errors.ts';
import { badgeNeeded, frozen, tooManyLately, tooManyLive, tooNew } from './vouches.errors.ts';

const { live, monthly, month_ms, account_age_ms } = VOUCH_LIMITS;

const isEstablished = (
  user: SQL,
  now: Date,
) => sql<number>`(exists (select 1 from auth_users as old where old.id = ${user}
    and old.created_at <= ${now.getTime() - account_age_ms})
  or exists (select 1 from ticket_requests as deal join handovers as done on done.request_id = deal.id
    where deal.buyer_id = ${user} and done.status = 'received')
  or exists (select 1 from ticket_requests as deal join handovers as done on done.request_id = deal.id
    where deal.seller_id = ${user} and done.status = 'received'))`;

const liveOf = (user: SQL) =>
  sql<number>`(select count(*) from vouches as given where given.voucher_id = ${user} and given.status = 'live')`;

const since = (now: Date) => now.getTime() - month_ms;

const latelyOf = (user: SQL, now: Date) =>
  sql<number>`(select count(*) from vouches as given where given.voucher_id = ${user}
    and given.created_at > ${since(now)})`;

export const mayVouch = (user: SQL, now: Date) => sql`(${mayBeTrusted(user, now)} and ${isEstablished(user, now)}
  and ${liveOf(user)} < ${live} and ${latelyOf(user, now)} < ${monthly})`;

export const openLinksOf = (user: SQL, now: Date) =>
  sql<number>`(select count(*) from vouch_links as link where link.voucher_id = ${user} and link.used_at is null
    and link.expires_at > ${now.getTime()})`;

export const readVouchLimits = (db: Db, { user, now }: { user: SQL; now: Date }) =>
  db
    .select({
      has_badge: hasBadge(user, now),
      is_established: isEstablished(user, now),
      live: liveOf(user),
      lately: latelyOf(user, now),
      oldest: sql<number | null>`(select min(given.created_at) from vouches as given
        where given.voucher_id = ${user} and given.created_at > ${since(now)})`,
      frozen_until: sql<number | null>`(select max(freeze.until) from vouch_freezes as freeze
        where freeze.user_id = ${user} and freeze.until > ${now.getTime()})`,
      has_lost_case: sql<boolean>`exists (select 1 from vouch_freezes as freeze
        join ticket_requests as deal on deal.id = freeze.cause
        where freeze.user_id = ${user} and freeze.until > ${now.getTime()}
          and iif(exists (select 1 from disputes as dispute where dispute.request_id = deal.id
            and dispute.status = 'lost'), deal.buyer_id, deal.seller_id) = ${user})`.mapWith(Boolean),
      links: openLinksOf(user, now),
    })
    .from(profiles)
    .where(eq(profiles.id, user));

export type VouchLimits = Awaited<ReturnType<typeof readVouchLimits>>[number];

/** Returns null if the person may vouch. */
export function refusalOf({
  has_badge,
  is_established,
  live: given,
  lately,
  oldest,
  frozen_until,
  has_lost_case,
}: VouchLimits): DomainError | null {
  if (!has_badge) return badgeNeeded();
  if (frozen_until !== null) return frozen(new Date(frozen_until), has_lost_case);
  if (!is_established) return tooNew();
  if (given >= live) return tooManyLive();
  if (lately >= monthly) return tooManyLately(new Date(oldest! + month_ms));
  return null;
}
