import type { Migration } from '../migration/files.ts';
import { contentsOf } from './backup-deployment.ts';
import { damagesOf } from './damages.ts';
import { copyTables, isEmpty, replaceDatabase } from './database-copy.db.ts';
import { differencesOf, type Manifest, parseManifest } from './manifest.ts';
import { refillObjects } from './object-copies.ts';
import { openTicketFile } from './open-ticket-file.db.ts';
import type { Deployment, Keeping, Scratch } from './places.ts';
import { proveDatabase } from './prove-database.db.ts';
import { readShape } from './read-shape.db.ts';
import { askRoom, eventIds, refillRooms } from './room-copies.ts';

export interface Restoring {
  keeping: Keeping;
  /** Whether people and events in the deployment may be replaced. */
  wipes: boolean;
  /** The environment that was backed up. Given only if the deployment is another environment. */
  from?: string | undefined;
  /** The keys of the ticket files in the backup. */
  TICKET_KEYS?: string | undefined;
  migrations: readonly Migration[];
  openScratch: () => Scratch;
}

export interface Restored {
  manifest: Manifest;
  notes: string[];
  /** How the deployment differs from the proven backup, as sentences. Empty if every hash is equal. */
  differences: string[];
}

/**
 * Replaces everything in a deployment with a backup, and leaves the deployment in quarantine. Throws before any change
 * if the backup is not whole, or if the deployment has people or events and `wipes` is not set. Can be repeated after a
 * failure.
 */
export async function restore(deployment: Deployment, restoring: Restoring): Promise<Restored> {
  const { keeping, openScratch } = restoring;
  const manifest = parseManifest(
    await keeping.read('manifest.json').catch(() => {
      throw new Error('Nothing was changed. The backup has no manifest, so it was never finished.');
    }),
  );
  const scratch = openScratch();
  try {
    const notes = await prove(deployment, { ...restoring, manifest, scratch }).catch((error: unknown) => {
      throw new Error(`Nothing was changed. ${error instanceof Error ? error.message : String(error)}`);
    });
    await replaceDatabase(deployment.database, scratch);
    await refillObjects(deployment.buckets, { copied: manifest.buckets, keeping });
    await refillRooms(deployment, { events: await eventIds(scratch), rooms: manifest.rooms, keeping });
    const tables = await copyTables(scratch, await readShape(scratch), { append: () => Promise.resolve() });
    const differences = differencesOf({ ...manifest, tables }, await contentsOf(deployment));
    return { manifest, notes, differences };
  } finally {
    await scratch.close();
  }
}

/** Checks everything that can be checked before a change. Returns notes for the operator. */
async function prove(
  deployment: Deployment,
  { manifest, scratch, ...restoring }: Restoring & { manifest: Manifest; scratch: Scratch },
): Promise<string[]> {
  const { keeping, wipes, from = deployment.environment, migrations, TICKET_KEYS } = restoring;
  if (manifest.environment !== from)
    throw new Error(`The backup is of ${manifest.environment}. If that is meant, add --from ${manifest.environment}.`);
  if (!wipes && !(await isEmpty(deployment.database)))
    throw new Error('There are people or events in the database. To replace them with the backup, add --wipe.');
  const damages = await damagesOf(manifest, keeping);
  if (damages.length > 0) throw new Error(damages.join(' '));
  const fresh = await proveDatabase(scratch, { manifest, keeping, migrations });
  const note = await openTicketFile(scratch, { manifest, keeping, TICKET_KEYS });
  await askRoom(deployment);
  return [
    ...(note === null ? [] : [note]),
    ...(fresh.length === 0 ? [] : [`Newer migrations were applied to it: ${fresh.join(', ')}.`]),
  ];
}
