import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { createdAt, instant, uuidKey } from '../columns.ts';

/**
 * An account. `email` is in lower case, `phone` holds E.164 digits without the plus. `email_change_proven` says which
 * of the two addresses of an email change is confirmed so far. The profile has the same id.
 */
export const authUsers = sqliteTable(
  'auth_users',
  {
    id: uuidKey(),
    role: text().notNull().default('authenticated'),
    email: text(),
    phone: text(),
    password_hash: text(),
    email_confirmed_at: instant(),
    phone_confirmed_at: instant(),
    invited_at: instant(),
    confirmation_sent_at: instant(),
    recovery_sent_at: instant(),
    new_email: text(),
    email_change_sent_at: instant(),
    email_change_proven: text({ enum: ['current', 'new'] }),
    new_phone: text(),
    phone_change_sent_at: instant(),
    reauthentication_sent_at: instant(),
    last_sign_in_at: instant(),
    app_metadata: text({ mode: 'json' })
      .notNull()
      .$type<Record<string, unknown>>()
      .default(sql`'{}'`),
    user_metadata: text({ mode: 'json' })
      .notNull()
      .$type<Record<string, unknown>>()
      .default(sql`'{}'`),
    is_anonymous: integer({ mode: 'boolean' }).notNull().default(false),
    banned_until: instant(),
    deleted_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('auth_users_email')
      .on(sql`lower(${t.email})`)
      .where(sql`email is not null and deleted_at is null`),
    uniqueIndex('auth_users_phone')
      .on(t.phone)
      .where(sql`phone is not null and deleted_at is null`),
    index('auth_users_created').on(t.created_at, t.id),
    index('auth_users_unproven')
      .on(t.created_at)
      .where(
        sql`email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null and deleted_at is null`,
      ),
    index('auth_users_anonymous')
      .on(t.created_at)
      .where(sql`is_anonymous = 1 and deleted_at is null`),
  ],
);

export type AuthUser = typeof authUsers.$inferSelect;

export type SentAt = Extract<keyof AuthUser, `${string}_sent_at`>;

/**
 * In the Worker, only `worker/features/people/accounts` updates these columns, because a change can end listings and
 * requests. A trigger also sets `banned_until`.
 */
type AccountColumn = 'email' | 'banned_until' | 'deleted_at';

/**
 * The columns of an account that code outside `worker/features/people/accounts` may update. Such an update can set
 * `email_confirmed_at`, but never clear it.
 */
export type UserFields = Partial<Omit<AuthUser, AccountColumn | 'email_confirmed_at'>> & {
  email_confirmed_at?: Date;
} & {
  [C in AccountColumn]?: never;
};
