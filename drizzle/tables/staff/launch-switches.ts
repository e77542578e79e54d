import { type SQL, sql } from 'drizzle-orm';
import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LAUNCH_FEATURES, LAUNCH_NEEDS, type LaunchFeature } from '../../vocabulary.ts';
import { createdAt, oneOf } from '../columns.ts';

/** A feature is off until an admin switches it on. */
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

const isSwitchedOn = (feature: LaunchFeature) =>
  sql`exists (select 1 from launch_switches as launched where launched.feature = ${sql.raw(`'${feature}'`)}
    and launched.is_on = 1)`;

/**
 * SQL condition: the feature is switched on, and so is the feature that it needs, if any. The names are literals,
 * because a statement takes at most 100 bound values and can contain this condition many times.
 */
export function isLaunched(feature: LaunchFeature): SQL<boolean> {
  const needed = LAUNCH_NEEDS[feature];
  const on = needed ? sql`(${isSwitchedOn(feature)} and ${isSwitchedOn(needed)})` : isSwitchedOn(feature);
  return on.mapWith(Boolean);
}
