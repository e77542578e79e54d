import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt } from '../columns.ts';

/**
 * A recovery code that is not used yet. `hash` is a keyed hash of the user and the code. Using a code deletes its row.
 * Codes exist only while their user has a verified factor. A trigger deletes them with the last verified factor.
 */
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
