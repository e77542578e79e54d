import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LAUNCH_FEATURES } from '../vocabulary.ts';
import { createdAt, oneOf } from './columns.ts';

/** Whether the feature behind a placeholder page is switched on (decision 26). One row a feature, off until an admin sets it. */
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
