import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';

/**
 * A person in the product. `id` is that of the account. `is_student_verified` is the badge. If the person has proved a
 * school inbox, `badge_at` says when and `badge_until` how long it counts; both are null for a badge that staff gave.
 * `shows_mutuals`: the person wants to be counted as a mutual.
 */
export const profiles = sqliteTable(
  'profiles',
  {
    id: uuidKey(),
    role: text({ enum: ROLES }).notNull().default('user'),
    display_name: text(),
    school: text(),
    email: text(),
    is_student_verified: integer({ mode: 'boolean' }).notNull().default(false),
    badge_at: instant(),
    badge_until: instant(),
    shows_mutuals: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    index('profiles_role').on(t.role),
    index('profiles_email').on(t.email),
    check(
      'profiles_badge',
      sql`(badge_at is null) = (badge_until is null) and (badge_at is null or is_student_verified = 1)`,
    ),
    check('profiles_role_known', oneOf(t.role, ROLES)),
  ],
);

export type Profile = typeof profiles.$inferSelect;
export type NewProfile = typeof profiles.$inferInsert;
