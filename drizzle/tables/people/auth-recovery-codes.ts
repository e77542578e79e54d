import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt } from '../columns.ts';

/** An unused code, as a keyed hash of user and code. A trigger deletes it with the user's last verified factor. */
export const authRecoveryCodes = sqliteTable(
  'auth_recovery_codes',
  {
    user_id: text()
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    hash: text().notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
);
