import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { endTree, OWN_TREE } from '../../worker/local/processes/end-tree.ts';

/**
 * A server of the production build with its own data. A benchmark may put files into `folder`. `end` stops the server
 * and deletes the folder.
 */
export interface OwnServer {
  origin: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  end: () => Promise<void>;
}

/** Builds and starts the server on `PORT` or 8797. Throws if the server ends, or does not answer for two minutes. */
export async function startOwnServer(): Promise<OwnServer> {
  const port = process.env['PORT'] ?? '8797';
  const origin = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  const env = { ...process.env, PORT: port, STATE_DIR: join(folder, 'state') };
  const server = spawn(process.execPath, ['worker/local/start.ts'], {
    ...OWN_TREE,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
  const end = async () => {
    await endTree(server, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    if ((await fetch(`${origin}/api/health`).catch(() => null))?.ok) return { origin, folder, env, end };
    await setTimeout(200);
  }
  await end();
  throw new Error(`No server on ${origin}.`);
}
