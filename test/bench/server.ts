import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { askAgain } from '../support/ask-again.ts';
import type { ServerSettings } from './measured-server.ts';
import type { BareStatement, RouteCost } from './route-cost.ts';

export interface MeasuredServer extends ServerSettings {
  origin: string;
  bareOrigin: string;
  /** The CPU time that the runtime has used, in seconds, or null if the system does not report it. */
  cpuSeconds: () => number | null;
  stop: () => Promise<void>;
}

const TICKS_PER_SECOND = 100;

export const hasOwnCores = availableParallelism() > 1 && canPin();

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** With `hasOwnCores`, the server and this process have a core each. */
export async function startServer(settings: ServerSettings): Promise<MeasuredServer> {
  const pinned = hasOwnCores ? { execPath: 'taskset', execArgv: ['-c', '0', process.execPath] } : {};
  const child = fork('test/bench/measured-server.ts', [JSON.stringify(settings)], {
    ...pinned,
    env: { ...process.env, WRANGLER_LOG: 'warn' },
  });
  const ended = once(child, 'exit');
  const [message] = (await Promise.race([once(child, 'message'), ended])) as unknown[];
  if (message !== 'ready')
    throw new Error(`The measured server did not start. Are ${settings.port} and ${settings.barePort} free?`);
  return {
    ...settings,
    origin: `http://127.0.0.1:${settings.port}`,
    bareOrigin: `http://127.0.0.1:${settings.barePort}`,
    cpuSeconds: () => cpuSeconds(child.pid!),
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

/** Returns the cost of the last request to a server that was started with `isCounted`. */
export async function lastCost({ origin }: MeasuredServer): Promise<RouteCost> {
  return (await (await askAgain(`${origin}/bench/cost`)).json()) as RouteCost;
}

/** Sets the headers and bytes with which the reference Worker answers `/body/<name>`. */
export async function putBody(
  { bareOrigin }: MeasuredServer,
  name: string,
  { bytes, headers }: { bytes: ArrayBuffer; headers: Record<string, string> },
): Promise<void> {
  await put(`${bareOrigin}/body/${name}`, { body: bytes, headers: { 'X-Headers': JSON.stringify(headers) } });
}

/** Sets the statements whose rows the reference Worker returns for `/query/<name>`. */
export async function putQuery(
  { bareOrigin }: MeasuredServer,
  name: string,
  statements: readonly BareStatement[],
): Promise<void> {
  await put(`${bareOrigin}/query/${name}`, { body: JSON.stringify(statements) });
}

/** Sets the queries that the reference Worker runs for `/write/<name>`, and how many rows it inserts. */
export async function putWrite(
  { bareOrigin }: MeasuredServer,
  name: string,
  write: { queries: readonly BareStatement[]; rows: number },
): Promise<void> {
  await put(`${bareOrigin}/write/${name}`, { body: JSON.stringify(write) });
}

/** Runs statements in one transaction and returns the rows of each. A retry may run them twice. */
export async function batch(
  { bareOrigin }: MeasuredServer,
  statements: readonly BareStatement[],
): Promise<Record<string, unknown>[][]> {
  const answer = await askAgain(`${bareOrigin}/batch`, { method: 'POST', body: JSON.stringify(statements) });
  if (!answer.ok) throw new Error(`A batch of ${statements.length} statements answered ${answer.status}.`);
  return (await answer.json()) as Record<string, unknown>[][];
}

async function put(url: string, init: RequestInit): Promise<void> {
  const { ok, status } = await askAgain(url, { method: 'PUT', ...init });
  if (!ok) throw new Error(`${url} answered ${status}.`);
}

function cpuSeconds(parent: number): number | null {
  const [own] = childrenOf(parent);
  if (own === undefined) return null;
  const [user, system] = readFileSync(`/proc/${own}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13).map(Number);
  return (user! + system!) / TICKS_PER_SECOND;
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
