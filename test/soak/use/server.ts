import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { endTree, OWN_TREE } from '../../../worker/local/processes/end-tree.ts';
import type { Sample } from './memory.ts';

/** The most time that a start or a run of the cron takes, also on a busy machine. */
const READY_MS = 180_000;
const SAMPLE_MS = 1000;

/** The server under test. It can be killed at any moment, and starts again over the same state. */
export interface Server {
  origin: string;
  /** How often it was killed. */
  kills: number;
  samples: Sample[];
  start: () => Promise<void>;
  /** SIGKILL to the server and its runtime. Resolves when they have ended. */
  kill: () => Promise<void>;
  /** Runs the cron as of `at` (UTC ms). */
  runCron: (at: number) => Promise<void>;
}

/** `variables` replace those of a local run. */
export function makeServer({
  port,
  state,
  variables,
}: {
  port: number;
  state: string;
  variables: Record<string, string>;
}): Server {
  let child: ChildProcess | undefined;
  let sampling: NodeJS.Timeout | undefined;
  const server: Server = { origin: `http://127.0.0.1:${port}`, kills: 0, samples: [], start, kill, runCron };
  process.on('exit', () => {
    if (child) void endTree(child);
  });
  return server;

  async function start(): Promise<void> {
    const env = {
      ...process.env,
      ...variables,
      PORT: String(port),
      STATE_DIR: state,
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    };
    // Killed as one tree: the runtime must not outlive its server.
    child = spawn(process.execPath, [fileURLToPath(new URL('serve.ts', import.meta.url))], {
      env,
      ...OWN_TREE,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (process.env['SOAK_LOG']) process.stderr.write(text);
    });
    await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS) }), failIfEnded(child)]);
    const life = server.kills;
    const { pid } = child;
    sampling = setInterval(() => {
      const bytes = memoryOfRuntime(pid!);
      if (bytes !== null) server.samples.push({ life, at: Date.now(), bytes });
    }, SAMPLE_MS);
  }

  async function kill(): Promise<void> {
    clearInterval(sampling);
    if (!child) return;
    await endTree(child);
    child = undefined;
    server.kills += 1;
  }

  async function runCron(at: number): Promise<void> {
    child!.send(at);
    await once(child!, 'message', { signal: AbortSignal.timeout(READY_MS) });
  }
}

async function failIfEnded(child: ChildProcess): Promise<never> {
  await once(child, 'exit');
  throw new Error('The server ended before it listened. SOAK_LOG=1 shows why.');
}

/** The resident memory of the runtime, in bytes: the child of `pid`. Null where the system does not show it. */
function memoryOfRuntime(pid: number): number | null {
  try {
    const runtime = readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim().split(' '))
      .find((child) => child && readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('workerd'));
    const kilobytes = runtime && /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${runtime}/status`, 'utf8'))?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}
