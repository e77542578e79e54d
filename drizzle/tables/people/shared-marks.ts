import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SHARED_MARK_KINDS } from '../../vocabulary.ts';
import { oneOf } from '../columns.ts';
import { profiles } from './profiles.ts';

/** A mark is evidence that two accounts may belong to one person. `mark_hash` is a keyed hash of the evidence. */
export const sharedMarks = sqliteTable(
  'shared_marks',
  {
    user_id: text()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    kind: text({ enum: SHARED_MARK_KINDS }).notNull(),
    mark_hash: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.kind, t.mark_hash] }),
    index('shared_marks_mark').on(t.mark_hash, t.user_id),
    check('shared_marks_kind_known', oneOf(t.kind, SHARED_MARK_KINDS)),
  ],
);
