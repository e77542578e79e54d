import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** A server of the production build over a state of its own. `folder` may hold other files: it goes with the server. */
export interface OwnServer {
  origin: string;
  folder: string;
  env: NodeJS.ProcessEnv;
  end: () => Promise<void>;
}

/** Builds and starts the server, on `PORT` or 8797. Throws if it ends, or does not answer within two minutes. */
export async function startOwnServer(): Promise<OwnServer> {
  const port = process.env['PORT'] ?? '8797';
  const origin = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  const env = { ...process.env, PORT: port, STATE_DIR: join(folder, 'state') };
  const server = spawn('node', ['worker/local/start.ts'], { detached: true, stdio: ['ignore', 'ignore', 'inherit'], env });
  const end = async () => {
    await endGroup(server);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  for (let tries = 0; tries < 600 && server.exitCode === null; tries += 1) {
    if ((await fetch(`${origin}/api/health`).catch(() => null))?.ok) return { origin, folder, env, end };
    await setTimeout(200);
  }
  await end();
  throw new Error(`No server on ${origin}.`);
}

/** Ends a process that leads a group, and its group. */
export async function endGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode !== null || leader.signalCode !== null) return;
  const ended = once(leader, 'exit');
  process.kill(-leader.pid!, 'SIGTERM');
  await ended;
}
