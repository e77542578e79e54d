import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { ServerSettings } from './measured-server.ts';
import type { BareStatement, RouteCost } from './route-cost.ts';

/** The Worker under measurement and the reference Workers, each at an origin of its own. */
export interface MeasuredServer extends ServerSettings {
  origin: string;
  bareOrigin: string;
  /** The CPU time that the runtime has used, in seconds; null where the system does not tell. */
  cpuSeconds: () => number | null;
  stop: () => Promise<void>;
}

const TICKS_PER_SECOND = 100;

/** True if the server and the load can have a core each. Elsewhere the system shares the cores between them. */
export const hasOwnCores = availableParallelism() > 1 && canPin();

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts the measured server on the first core; this process has the second one. */
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

/** What the last request to a counted server cost. */
export async function lastCost({ origin }: MeasuredServer): Promise<RouteCost> {
  return (await (await askAgain(`${origin}/bench/cost`)).json()) as RouteCost;
}

/** Gives the reference Worker the headers and bytes that `/body/<name>` answers with. */
export async function putBody(
  { bareOrigin }: MeasuredServer,
  name: string,
  { bytes, headers }: { bytes: ArrayBuffer; headers: Record<string, string> },
): Promise<void> {
  await put(`${bareOrigin}/body/${name}`, { body: bytes, headers: { 'X-Headers': JSON.stringify(headers) } });
}

/** Gives the reference Worker the statements whose rows `/query/<name>` answers with. */
export async function putQuery(
  { bareOrigin }: MeasuredServer,
  name: string,
  statements: readonly BareStatement[],
): Promise<void> {
  await put(`${bareOrigin}/query/${name}`, { body: JSON.stringify(statements) });
}

/** Gives the reference Worker the queries that `/write/<name>` runs, and the number of rows that it inserts. */
export async function putWrite(
  { bareOrigin }: MeasuredServer,
  name: string,
  write: { queries: readonly BareStatement[]; rows: number },
): Promise<void> {
  await put(`${bareOrigin}/write/${name}`, { body: JSON.stringify(write) });
}

/** Runs statements in one transaction, perhaps twice. Returns the rows of each. */
export async function batch(
  { bareOrigin }: MeasuredServer,
  statements: readonly BareStatement[],
): Promise<Record<string, unknown>[][]> {
  const answer = await askAgain(`${bareOrigin}/batch`, { method: 'POST', body: JSON.stringify(statements) });
  if (!answer.ok) throw new Error(`A batch of ${statements.length} statements answered ${answer.status}.`);
  return (await answer.json()) as Record<string, unknown>[][];
}

const TRIES = 3;

/**
 * Sends until there is an answer, at most three times, because the runtime closes a quiet connection, perhaps while it
 * is used again. Only for what may arrive twice.
 */
export async function askAgain(url: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

async function put(url: string, init: RequestInit): Promise<void> {
  const { ok, status } = await askAgain(url, { method: 'PUT', ...init });
  if (!ok) throw new Error(`${url} answered ${status}.`);
}

/** The CPU time that the server's runtime has used, in seconds; null where the system does not tell. */
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
