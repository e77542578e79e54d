import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt, instant, uuidKey } from '../columns.ts';

/** A passkey that signs in alone, not as a second factor. `credential_id` and `public_key` (COSE) are base64url. */
export const authSignInPasskeys = sqliteTable(
  'auth_sign_in_passkeys',
  {
    id: uuidKey(),
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    credential_id: text().notNull(),
    public_key: text().notNull(),
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    friendly_name: text().notNull(),
    last_used_at: instant(),
    created_at: createdAt(),
  },
  (t) => [
    index('auth_sign_in_passkeys_user').on(t.user_id),
    uniqueIndex('auth_sign_in_passkeys_credential').on(t.credential_id),
    check('auth_sign_in_passkeys_counter_counts', sql`counter >= 0`),
  ],
);

export type AuthSignInPasskey = typeof authSignInPasskeys.$inferSelect;
