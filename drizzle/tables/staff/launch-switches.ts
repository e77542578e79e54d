import { type SQL, sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LAUNCH_FEATURES, LAUNCH_NEEDS, type LaunchFeature } from '../../vocabulary.ts';
import { createdAt, oneOf } from '../columns.ts';

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

const isSwitchedOn = (feature: LaunchFeature) =>
  sql`exists (select 1 from launch_switches as launched where launched.feature = ${sql.raw(`'${feature}'`)}
    and launched.is_on = 1)`;

/**
 * True, in SQL, while a feature is switched on, and with it the one that it needs. The names stand in the SQL, because
 * a statement takes at most 100 bound values and a list asks for a switch many times.
 */
export function isLaunched(feature: LaunchFeature): SQL<boolean> {
  const needed = LAUNCH_NEEDS[feature];
  const on = needed ? sql`(${isSwitchedOn(feature)} and ${isSwitchedOn(needed)})` : isSwitchedOn(feature);
  return on.mapWith(Boolean);
}
