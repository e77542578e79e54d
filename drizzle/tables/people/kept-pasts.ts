import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SHARED_MARK_KINDS } from '../../vocabulary.ts';
import { createdAt, instant, oneOf } from '../columns.ts';
import { profiles } from './profiles.ts';

/**
 * A mark (`shared-marks.ts`) of a deleted account with a past: an open failure, a suspension, a ban, frozen vouches, or
 * sales that a bank can still reverse. `past_id` is the id of that account. A new account with one of the marks
 * inherits the past (`drizzle/triggers/people/kept-pasts.ts`).
 */
export const keptPasts = sqliteTable(
  'kept_pasts',
  {
    past_id: text()
      .notNull()
      .references(() => profiles.id),
    kind: text({ enum: SHARED_MARK_KINDS }).notNull(),
    mark_hash: text().notNull(),
    banned_until: instant(),
    vouches_frozen_until: instant(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.past_id, t.kind, t.mark_hash] }),
    index('kept_pasts_mark').on(t.mark_hash),
    index('kept_pasts_created').on(t.created_at),
    check('kept_pasts_kind_known', oneOf(t.kind, SHARED_MARK_KINDS)),
  ],
);
