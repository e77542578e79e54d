import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endTree, OWN_TREE } from '../../../worker/local/processes/end-tree.ts';
import { askAgain } from '../../support/ask-again.ts';
import { type Heap, readHeap } from '../../support/heap.ts';
import { type DatabaseFault, FAULT_PATH } from './faulty-entry.ts';

/** Time limit for a start of the server and for a run of the cron job, in ms. Long enough for a busy machine. */
const READY_MS = 180_000;
const SAMPLE_MS = 5000;

export interface Server {
  origin: string;
  kills: number;
  /** The Worker's memory after a garbage collection, measured every few seconds. */
  heaps: Heap[];
  start: () => Promise<void>;
  /** Sends SIGKILL to the server and its runtime. Resolves when the server has ended. */
  kill: () => Promise<void>;
  /** Gives the database a fault. Null ends the fault. A killed server starts again without a fault. */
  setFault: (fault: DatabaseFault | null) => Promise<void>;
  /** Runs the cron as if it were `at` (UTC ms). */
  runCron: (at: number) => Promise<void>;
  measure: () => Promise<void>;
}

interface Settings {
  port: number;
  state: string;
  variables: Record<string, string>;
}

export function makeServer({ port, state, variables }: Settings): Server {
  const inspector = port + 2;
  let child: ChildProcess | undefined;
  let sampling: NodeJS.Timeout | undefined;
  let measuring = Promise.resolve();
  const origin = `http://127.0.0.1:${port}`;
  const server: Server = { origin, kills: 0, heaps: [], start, kill, setFault, runCron, measure };
  process.on('exit', () => {
    if (child) void endTree(child);
  });
  return server;

  async function start(): Promise<void> {
    const own = { PORT: String(port), INSPECTOR_PORT: String(inspector), STATE_DIR: state };
    const env = { ...process.env, ...variables, ...own, CLOUDFLARE_CF_FETCH_ENABLED: 'false' };
    // The process group is killed as a whole, so the runtime does not outlive its server.
    child = spawn(process.execPath, [fileURLToPath(new URL('serve.ts', import.meta.url))], {
      env,
      ...OWN_TREE,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (process.env['SOAK_LOG']) process.stderr.write(text);
    });
    await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(READY_MS) }), failIfEnded(child)]);
    await measure();
    // A measurement fails if the server is killed meanwhile.
    sampling = setInterval(() => void measure().catch(() => undefined), SAMPLE_MS);
  }

  async function measure(): Promise<void> {
    // The runtime serves one inspector at a time, so each measurement waits for the previous one.
    measuring = measuring
      .catch(() => undefined)
      .then(() => readHeap(inspector, () => fetch(`${server.origin}/api/health`)))
      .then((heap) => void server.heaps.push(heap));
    await measuring;
  }

  async function kill(): Promise<void> {
    clearInterval(sampling);
    if (!child) return;
    await endTree(child);
    child = undefined;
    server.kills += 1;
  }

  async function setFault(fault: DatabaseFault | null): Promise<void> {
    const answer = await askAgain(`${server.origin}${FAULT_PATH}`, { method: 'POST', body: fault ?? 'none' });
    if (answer.status !== 204) throw new Error(`The database did not get its fault: ${answer.status}.`);
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
