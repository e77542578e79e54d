import { parseArgs } from 'node:util';
import { ENVIRONMENTS, isEnvironment } from '../settings/environments.ts';
import { sayFailure } from '../say-failure.ts';
import type { Manifest } from './manifest.ts';
import { openLocal, openRemote } from './open-deployment.ts';
import type { Deployment } from './places.ts';

/** What a command was called with: `npm run <name> -- [FOLDER] [--remote staging|production] [--wipe]`. */
export interface Called {
  folder: string | undefined;
  wipes: boolean;
}

/**
 * Opens the deployment that the command line names, does the work and closes it. A failure is one sentence, and the
 * exit code 1.
 */
export async function withDeployment(
  work: (deployment: Deployment, called: Called) => Promise<boolean>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'string' }, wipe: { type: 'boolean', default: false } },
  });
  await sayFailure(async () => {
    if (values.remote !== undefined && !isEnvironment(values.remote)) {
      throw new Error(`Name the environment: --remote ${Object.keys(ENVIRONMENTS).join('|')}`);
    }
    const { deployment, close } = await (values.remote === undefined ? openLocal() : openRemote(values.remote));
    try {
      process.exitCode = (await work(deployment, { folder: positionals[0], wipes: values.wipe })) ? 0 : 1;
    } finally {
      await close();
    }
  });
}

/** What a backup holds, as a table: each table with rows, the rooms, and the objects of each bucket. */
export function showManifest({ tables, rooms, buckets }: Manifest): void {
  const lines = Object.entries(tables)
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows, sha256 }]) => [`table ${name}`, rows, sha256.slice(0, 12)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  const chats = Object.values(rooms);
  const objects = Object.entries(buckets).map(([name, all]) => [`objects of ${name}`, all.length, ''] as const);
  const all = [...lines, ['rooms with rows', chats.length, ''] as const, ...objects];
  const width = Math.max(...all.map(([name]) => name.length));
  for (const [name, count, hash] of all) console.info(`${name.padEnd(width)}  ${String(count).padStart(9)}  ${hash}`);
}
