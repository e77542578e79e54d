import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { profiles } from './profiles.ts';

/** SQL condition: the person has a live badge at `now`. */
export function hasBadge(userId: string | SQL | AnySQLiteColumn, now: Date): SQL<boolean> {
  // The columns are written as text with an alias, because Drizzle omits table names in a query of one table.
  return sql`exists (select 1 from profiles as badged where badged.id = ${userId} and badged.is_student_verified = 1
    and (badged.badge_until is null or badged.badge_until > ${now.getTime()}))`.mapWith(Boolean);
}

export function isBadgeLive(
  now: Date,
  profile: Pick<typeof profiles, 'is_student_verified' | 'badge_until'> = profiles,
): SQL<boolean> {
  const { is_student_verified, badge_until } = profile;
  return sql`(coalesce(${is_student_verified}, 0) = 1
    and (${badge_until} is null or ${badge_until} > ${now.getTime()}))`.mapWith(Boolean);
}
