import { check, index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { SHARED_MARK_KINDS } from '../../vocabulary.ts';
import { createdAt, instant, oneOf } from '../columns.ts';
import { profiles } from './profiles.ts';

/**
 * A mark (`shared-marks.ts`) of a deleted account. Marks are kept only if the account had a past: an open failure as a
 * seller, a suspension, a ban, frozen vouches, sales that a bank can still reverse, or the past of an earlier deleted
 * account. `past_id` is the id of the deleted account. An account that later gets one of the marks inherits the past.
 * `drizzle/triggers/people/kept-pasts.ts` explains the exception for cards.
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
