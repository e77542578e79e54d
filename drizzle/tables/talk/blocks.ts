import { type SQL, sql } from 'drizzle-orm';
import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

/** One person blocks another. In chats, the blocker sees the other person's messages only after a tap. */
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

/** SQL condition: neither person has blocked the other. */
export const areApart = (one: SQL, other: SQL) => sql`not exists (select 1 from blocks as block
  where (block.blocker_id = ${one} and block.blocked_id = ${other})
    or (block.blocker_id = ${other} and block.blocked_id = ${one}))`;
