import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../../vocabulary.ts';
import { createdAt, instant, oneOf, uuidKey } from '../columns.ts';

/**
 * A person, with the id of their account. `is_student_verified` is the badge. The badge is valid from `badge_at` until
 * `badge_until`. Both times are null for a badge from staff. `shows_mutuals`: the person agreed to be counted as a
 * mutual. `shows_going`: the person agreed that friends see where the person goes, and in return sees where friends go.
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
    shows_going: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [
    index('profiles_role').on(t.role),
    index('profiles_email').on(t.email),
    index('profiles_shows_going')
      .on(t.id)
      .where(sql`shows_going = 1`),
    check(
      'profiles_badge',
      sql`(badge_at is null) = (badge_until is null) and (badge_at is null or is_student_verified = 1)`,
    ),
    check('profiles_role_known', oneOf(t.role, ROLES)),
  ],
);

export type Profile = typeof profiles.$inferSelect;
