import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, uuidKey } from '../columns.ts';

/** A mail about a change of the account. The mail has a link that works once. `hash`: SHA-256 of the link's token. */
export const authNotices = sqliteTable(
  'auth_notices',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    hash: text().notNull(),
    used_at: instant(),
    expires_at: instant().notNull(),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex('auth_notices_hash').on(t.hash),
    index('auth_notices_user').on(t.user_id, t.used_at),
    index('auth_notices_expiry').on(t.expires_at),
  ],
);

export type AuthNotice = typeof authNotices.$inferSelect;
