import { type SQL, sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LAUNCH_FEATURES, type LaunchFeature } from '../vocabulary.ts';
import { createdAt, oneOf } from './columns.ts';

/** Whether a feature is switched on. One row for each feature, off until an admin switches it on. */
export const launchSwitches = sqliteTable(
  'launch_switches',
  {
    feature: text({ enum: LAUNCH_FEATURES }).primaryKey(),
    is_on: integer({ mode: 'boolean' }).notNull().default(false),
    updated_by: text(),
    updated_at: createdAt(),
  },
  (t) => [check('launch_switches_feature_known', oneOf(t.feature, LAUNCH_FEATURES))],
);

export type LaunchSwitch = typeof launchSwitches.$inferSelect;

/**
 * True, in SQL, while a feature is switched on. The name stands in the SQL, because a statement takes at most 100 bound values and a list
 * asks for a switch many times.
 */
export function isLaunched(feature: LaunchFeature): SQL<boolean> {
  const name = sql.raw(`'${feature}'`);
  return sql`exists (select 1 from launch_switches as launched where launched.feature = ${name} and launched.is_on = 1)`.mapWith(Boolean);
}
