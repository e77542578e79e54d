import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CLUB_STATUSES } from '../../vocabulary.ts';
import { createdAt, oneOf, uuidKey } from '../columns.ts';
import { profiles } from '../people/profiles.ts';

export const clubs = sqliteTable(
  'clubs',
  {
    id: uuidKey(),
    name: text().notNull(),
    slug: text().notNull(),
    description: text(),
    logo_url: text(),
    website: text(),
    ig_handle: text(),
    phone: text(),
    email: text(),
    status: text({ enum: CLUB_STATUSES }).notNull().default('active'),
    updated_by: text().references(() => profiles.id, { onDelete: 'set null' }),
    updated_at: createdAt(),
  },
  (t) => [
    uniqueIndex('clubs_slug').on(t.slug),
    index('clubs_updated').on(t.updated_at, t.id),
    check('clubs_status_known', oneOf(t.status, CLUB_STATUSES)),
  ],
);

export type Club = typeof clubs.$inferSelect;
export type NewClub = typeof clubs.$inferInsert;
