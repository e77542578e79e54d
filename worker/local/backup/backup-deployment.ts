import { copyTables } from './database-copy.db.ts';
import { copyWhole } from './copy-whole.db.ts';
import { lastMigration } from './prove-database.db.ts';
import { type Contents, type Manifest, sha256, writeManifest } from './manifest.ts';
import { copyObjects } from './object-copies.ts';
import type { Deployment, Keeping, Scratch } from './places.ts';
import { readShape } from './read-shape.db.ts';
import { copyRooms, eventIds } from './room-copies.ts';

/**
 * Backs up a deployment. The manifest is written last, so a failed backup has none.
 *
 * @throws {Error} if the schema changes meanwhile, or if people write so much that the copy of the database never
 * becomes consistent.
 */
export async function backUp(
  deployment: Deployment,
  {
    keeping,
    now,
    commit,
    openScratch,
  }: { keeping: Keeping; now: Date; commit: string | null; openScratch: () => Scratch },
): Promise<Manifest> {
  const scratch = openScratch();
  try {
    const shape = await copyWhole(deployment.database, scratch, { now });
    const manifest = {
      made_at: now.toISOString(),
      environment: deployment.environment,
      commit,
      last_migration: await lastMigration(scratch, shape),
      schema_sha256: sha256(JSON.stringify(shape.schema)),
      schema: shape.schema,
      tables: await copyTables(scratch, shape, keeping),
      rooms: await copyRooms(deployment, { events: await eventIds(scratch), keeping }),
      buckets: await copyObjects(deployment.buckets, keeping),
    };
    await keeping.write('manifest.json', writeManifest(manifest));
    return manifest;
  } finally {
    await scratch.close();
  }
}

const NOWHERE = { append: () => Promise.resolve(), write: () => Promise.resolve() };

/** Hashes everything in a deployment. Nobody may write to it meanwhile. */
export async function contentsOf({ database, buckets, call }: Omit<Deployment, 'environment'>): Promise<Contents> {
  return {
    tables: await copyTables(database, await readShape(database), NOWHERE),
    rooms: await copyRooms({ call }, { events: await eventIds(database), keeping: NOWHERE }),
    buckets: await copyObjects(buckets, NOWHERE),
  };
}
