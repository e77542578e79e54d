import { eq } from 'drizzle-orm';
import { launchSwitches } from '../../../drizzle/tables/all-tables.ts';
import type { LaunchFeature } from '../../../drizzle/vocabulary.ts';
import { db } from './db.ts';

export async function launch(feature: LaunchFeature, is_on: boolean): Promise<void> {
  await db.update(launchSwitches).set({ is_on }).where(eq(launchSwitches.feature, feature));
}
