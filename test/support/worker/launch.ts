import { eq } from 'drizzle-orm';
import { launchSwitches } from '../../../drizzle/tables/all-tables.ts';
import type { BuiltFeature } from '../../../worker/contract/launch.ts';
import { db } from './db.ts';

/** Moves a launch switch, as an admin would. */
export async function launch(feature: BuiltFeature, is_on: boolean): Promise<void> {
  await db.update(launchSwitches).set({ is_on }).where(eq(launchSwitches.feature, feature));
}
