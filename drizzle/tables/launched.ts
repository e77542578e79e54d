import { type SQL, sql } from 'drizzle-orm';
import type { LaunchFeature } from '../vocabulary.ts';

/**
 * True, in SQL, while a feature is switched on. The name is written into the SQL, because a statement takes at most 100 bound values and
 * a list asks for the switch many times.
 */
export function isLaunched(feature: LaunchFeature): SQL<number> {
  return sql<number>`exists (select 1 from launch_switches as launched
    where launched.feature = ${sql.raw(`'${feature}'`)} and launched.is_on = 1)`;
}
