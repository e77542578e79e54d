import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../vocabulary.ts';
import { createdAt, oneOf, uuidKey } from './columns.ts';

/** A person in the product. `id` is that of the account. */
export const profiles = sqliteTable(
  'profiles',
  {
    id: uuidKey(),
    role: text({ enum: ROLES }).notNull().default('user'),
    display_name: text(),
    school: text(),
    email: text(),
    is_student_verified: integer({ mode: 'boolean' }).notNull().default(false),
    created_at: createdAt(),
  },
  (t) => [index('profiles_role').on(t.role), index('profiles_email').on(t.email), check('profiles_role_known', oneOf(t.role, ROLES))],
);

export type Profile = typeof profiles.$inferSelect;
export type NewProfile = typeof profiles.$inferInsert;
