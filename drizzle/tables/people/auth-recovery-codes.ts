import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt } from '../columns.ts';

/** An unused code, stored as a keyed hash. A trigger deletes it when the user's last verified factor is deleted. */
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
