import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ENVIRONMENTS, isEnvironment } from '../settings/environments.ts';
import { sayFailure } from '../say-failure.ts';
import type { Contents } from './manifest.ts';
import { openLocal, openRemote } from './open-deployment.ts';
import type { Deployment } from './places.ts';

/** The arguments of a command: `npm run <name> -- [FOLDER] [--remote staging|production] …`. */
interface Called {
  folder: string | undefined;
  wipes: boolean;
  /** The environment that was backed up. Needed only to restore the backup into another environment. */
  from: string | undefined;
  TICKET_KEYS: string | undefined;
}

/**
 * Opens the deployment that the arguments name, and does `work` with it. If `changes` is true and the deployment is at
 * Cloudflare, the user first has to repeat the name of the environment: typed, or as `--confirm`.
 */
export async function withDeployment(
  { name, changes }: { name: string; changes: boolean },
  work: (deployment: Deployment, called: Called) => Promise<boolean>,
): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      remote: { type: 'string' },
      wipe: { type: 'boolean', default: false },
      from: { type: 'string' },
      confirm: { type: 'string' },
    },
  });
  const { remote, from, wipe: wipes } = values;
  await sayFailure(async () => {
    if (remote !== undefined && !isEnvironment(remote))
      throw new Error(`Name the environment: --remote ${Object.keys(ENVIRONMENTS).join('|')}`);
    if (remote !== undefined && changes && (values.confirm ?? (await typedName(remote))) !== remote)
      throw new Error(`Nothing was changed. To replace everything in ${remote}, add --confirm ${remote}.`);
    const { deployment, close, TICKET_KEYS } = await (remote === undefined ? openLocal(name) : openRemote(remote));
    try {
      process.exitCode = (await work(deployment, { folder: positionals[0], wipes, from, TICKET_KEYS })) ? 0 : 1;
    } finally {
      await close();
    }
  });
}

/** Returns undefined without a terminal. */
async function typedName(environment: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question(`This replaces everything in ${environment}. Type its name to go on: `);
  terminal.close();
  return typed.trim();
}

export function showContents({ tables, rooms, buckets }: Contents): void {
  const lines = Object.entries(tables)
    .filter(([, { rows }]) => rows > 0)
    .map(([name, { rows, sha256 }]) => [`table ${name}`, rows, sha256.slice(0, 12)] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));
  const objects = Object.entries(buckets).map(([name, kept]) => [`objects of ${name}`, kept.length, ''] as const);
  const all = [...lines, ['rooms with rows', Object.keys(rooms).length, ''] as const, ...objects];
  const width = Math.max(...all.map(([name]) => name.length));
  for (const [name, count, hash] of all) console.info(`${name.padEnd(width)}  ${String(count).padStart(9)}  ${hash}`);
}
