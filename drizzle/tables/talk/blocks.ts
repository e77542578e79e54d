import { sql } from 'drizzle-orm';
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/**
 * One person (`blocker_id`) blocks another (`blocked_id`). Chats fold the blocked person's messages for the blocker.
 */
export const blocks = sqliteTable(
  'blocks',
  {
    blocker_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    blocked_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.blocker_id, t.blocked_id] }),
    index('blocks_blocked').on(t.blocked_id),
    check('blocks_not_self', sql`blocker_id <> blocked_id`),
  ],
);
