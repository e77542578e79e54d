import { damagesOf } from './damages.ts';
import { copyDatabase, isEmpty, refillDatabase, wipeDatabase } from './database-copy.db.ts';
import type { Manifest } from './manifest.ts';
import { copyObjects, refillObjects } from './object-copies.ts';
import type { Deployment, Keeping } from './places.ts';
import { copyRooms, eventIds, refillRooms } from './room-copies.ts';

/** Keeps nothing: a state is only hashed. */
export const NOWHERE: Keeping = {
  append: () => Promise.resolve(),
  write: () => Promise.resolve(),
  read: () => Promise.reject(new Error('Nothing is kept here.')),
  lines: () => {
    throw new Error('Nothing is kept here.');
  },
};

/** Copies a deployment: database, rooms and objects. `now` is when it begins. */
export async function backUp(
  deployment: Deployment,
  { keeping, now }: { keeping: Keeping; now: Date },
): Promise<Manifest> {
  const events = await eventIds(deployment);
  const manifest = {
    made_at: now.toISOString(),
    ...(await copyDatabase(deployment.database, keeping)),
    rooms: await copyRooms(deployment, { events, keeping }),
    buckets: await copyObjects(deployment.buckets, keeping),
  };
  await keeping.write('manifest.json', new TextEncoder().encode(JSON.stringify(manifest, null, 1)));
  return manifest;
}

/** The manifest of a backup. */
export async function readManifest(keeping: Keeping): Promise<Manifest> {
  return JSON.parse(new TextDecoder().decode(await keeping.read('manifest.json'))) as Manifest;
}

/**
 * Puts a backup back in place of everything that is there. Throws before it changes anything where there are people or
 * events and `wipes` is not set, and where the backup is damaged. It can be repeated after a failure.
 */
export async function restore(
  deployment: Deployment,
  { keeping, wipes }: { keeping: Keeping; wipes: boolean },
): Promise<Manifest> {
  const manifest = await readManifest(keeping);
  if (!wipes && !(await isEmpty(deployment.database))) {
    throw new Error('There are people or events in the database. To replace them by the backup, add --wipe.');
  }
  const damages = await damagesOf(manifest, keeping);
  if (damages.length > 0) throw new Error(`Nothing was changed. ${damages.join(' ')}`);
  await wipeDatabase(deployment.database);
  await refillDatabase(deployment.database, { ...manifest, keeping });
  await refillObjects(deployment.buckets, { copied: manifest.buckets, keeping });
  const events = await eventIds(deployment);
  await refillRooms(deployment, { events, rooms: manifest.rooms, keeping });
  return manifest;
}
