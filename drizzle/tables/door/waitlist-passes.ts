import { sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';
import { waitlist } from '../nights/waitlist.ts';

/**
 * The pass of a person accepted from the waitlist, bound to the key of one phone. If the pass moves to another
 * phone, it gets a new `id`, and the old `id` is no longer valid. `phones` counts the phones so far.
 */
export const waitlistPasses = sqliteTable(
  'waitlist_passes',
  {
    entry_id: text()
      .primaryKey()
      .references(() => waitlist.id, { onDelete: 'cascade' }),
    id: text().notNull().unique(),
    device_key: text().notNull(),
    phones: integer().notNull().default(1),
    created_at: createdAt(),
  },
  () => [
    check('waitlist_passes_device_key', sql`length(device_key) = 64`),
    check('waitlist_passes_phones', sql`phones >= 1`),
  ],
);
