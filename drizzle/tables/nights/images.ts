import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { createdAt } from '../columns.ts';

/**
 * An image. R2 has a file for each width of `IMAGE_WIDTHS` and each format, for example `{key}/960.webp`. The columns
 * `width` and `height` are the original's size in pixels.
 */
export const images = sqliteTable('images', {
  key: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  uploaded_by: text(),
  created_at: createdAt(),
});

export type Image = typeof images.$inferSelect;
