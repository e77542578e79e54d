import { asc, eq } from 'drizzle-orm';
import { launchSwitches } from '../../../drizzle/tables/all-tables.ts';
import type { LaunchFeature } from '../../../drizzle/vocabulary.ts';
import { db } from './db.ts';

export async function launch(feature: LaunchFeature, is_on: boolean): Promise<void> {
  await db.update(launchSwitches).set({ is_on }).where(eq(launchSwitches.feature, feature));
}

/** The names of the switches that are on. */
export async function switchesOn(): Promise<LaunchFeature[]> {
  const rows = await db
    .select()
    .from(launchSwitches)
    .where(eq(launchSwitches.is_on, true))
    .orderBy(asc(launchSwitches.feature));
  return rows.map(({ feature }) => feature);
}
