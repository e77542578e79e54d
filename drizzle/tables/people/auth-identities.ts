import { sql } from 'drizzle-orm';
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, uuidKey } from '../columns.ts';

/** `provider_id` is the person's id at the provider. For the providers `email` and `phone` it equals `user_id`. */
export const authIdentities = sqliteTable(
  'auth_identities',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    provider: text().notNull(),
    provider_id: text().notNull(),
    email: text(),
    identity_data: text({ mode: 'json' })
      .notNull()
      .$type<Record<string, unknown>>()
      .default(sql`'{}'`),
    last_sign_in_at: instant(),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('auth_identities_provider').on(t.provider, t.provider_id),
    index('auth_identities_user').on(t.user_id),
  ],
);

export type AuthIdentity = typeof authIdentities.$inferSelect;
