import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endTree, OWN_TREE } from '../../worker/local/processes/end-tree.ts';
import { program } from '../../worker/local/processes/program.ts';

export interface BenchServer {
  origin: string;
  stop: () => Promise<void>;
}

/** Starts the bench Worker with an empty state. A room holds `listenersMax` listeners before it opens relays. */
export async function startServer({
  port,
  listenersMax,
}: Record<'port' | 'listenersMax', number>): Promise<BenchServer> {
  const state = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  const place = ['--ip', '127.0.0.1', '--port', String(port), '--persist-to', state];
  const args = ['dev', '-c', 'test/bench/worker/wrangler.toml', ...place];
  const quiet = ['--var', `ROOM_LISTENERS_MAX:${listenersMax}`, '--log-level', 'error', '--inspector-port', '0'];
  const server = spawn(...program('wrangler', [...args, ...quiet]), {
    ...OWN_TREE,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
  });
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await endTree(server, 'SIGTERM');
    rmSync(state, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 150 && server.exitCode === null; tries += 1) {
    const answer = await fetch(`${origin}/bare/warm-up`, { method: 'POST', body: 'Hi' }).catch(() => undefined);
    if (answer?.status === 204) return { origin, stop };
    await sleep(200);
  }
  await stop();
  throw new Error(`No bench server on ${origin}: is the port free? To use another port: PORT=8810 npm run bench:chat`);
}
