import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { launchSwitches } from '../../../drizzle/tables/all-tables.ts';
import type { LaunchFeature } from '../../../drizzle/vocabulary.ts';
import { db } from './db.ts';

export async function launch(feature: LaunchFeature, is_on: boolean): Promise<void> {
  await db.update(launchSwitches).set({ is_on }).where(eq(launchSwitches.feature, feature));
}

export function launchForFile(...features: readonly LaunchFeature[]): void {
  const turn = async (is_on: boolean) => {
    for (const feature of features) await launch(feature, is_on);
  };
  beforeAll(() => turn(true));
  afterAll(() => turn(false));
}

/** Turns a launch switch on until the test ends. A switch that was already on stays on. */
export async function launchForTest(feature: LaunchFeature): Promise<void> {
  if ((await switchesOn()).includes(feature)) return;
  onTestFinished(() => launch(feature, false));
  await launch(feature, true);
}

export async function switchesOn(): Promise<LaunchFeature[]> {
  const rows = await db
    .select()
    .from(launchSwitches)
    .where(eq(launchSwitches.is_on, true))
    .orderBy(asc(launchSwitches.feature));
  return rows.map(({ feature }) => feature);
}
