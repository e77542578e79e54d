import { primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { authUsers } from './auth-users.ts';
import { createdAt } from '../columns.ts';

/**
 * An unused recovery code. `hash` is a keyed hash of the user and the code. When the user's last verified factor is
 * deleted, a trigger also deletes the codes.
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
