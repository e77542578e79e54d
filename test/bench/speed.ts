import type { MeasuredCost } from './route-cost.ts';
import { type Outcome, requestBytes, run } from './load.ts';
import type { MeasuredRoute } from './routes.ts';
import { type MeasuredServer, putBody, putQuery } from './server.ts';

interface Side {
  port: number;
  next: () => Buffer;
  status: number;
  most?: number;
}

/** The medians of one side's rounds. `cpu_ms` is the runtime's CPU time for one request. */
export interface Measured extends Omit<Outcome, 'answers'> {
  cpu_ms: number | null;
}

/** `perSecond` and `p99` are ratios: our value divided by the reference's value. Each is the median of all rounds. */
export interface Comparison {
  ours: Measured;
  bare: Measured;
  perSecond: number;
  p99: number;
  /** The requests that each side answered in all rounds, including the warm-up. */
  answered: { ours: number; bare: number };
}

export interface Rounds {
  count: number;
  forMs: number;
  connections: number;
}

/** Compares each route with its reference. Throws if a response is not as long as the one in `costs`. */
export async function compareRoutes(
  server: MeasuredServer,
  {
    routes,
    costs,
    rounds,
  }: { routes: readonly MeasuredRoute[]; costs: ReadonlyMap<string, MeasuredCost>; rounds: Rounds },
): Promise<Map<string, Comparison>> {
  const comparisons = new Map<string, Comparison>();
  for (const [at, { name, path, status, reference }] of routes.entries()) {
    const { body, headers, statements } = costs.get(name)!;
    const isQuery = reference === 'same queries';
    const length = (await (await fetch(`${server.origin}${path}`)).arrayBuffer()).byteLength;
    if (length !== body.byteLength)
      throw new Error(`${name}: the answer has ${length} bytes, but its reference ${body.byteLength}.`);
    await (isQuery ? putQuery(server, String(at), statements) : putBody(server, String(at), { bytes: body, headers }));
    const mine = requestBytes({ port: server.port, path });
    const its = requestBytes({ port: server.barePort, path: `/${isQuery ? 'query' : 'body'}/${at}` });
    const ours = { port: server.port, next: () => mine, status };
    const bare = { port: server.barePort, next: () => its, status: 200 };
    comparisons.set(name, await compare(server, { ours, bare, rounds }));
    console.log(`${name}: ${comparisons.get(name)!.perSecond.toFixed(2)} of ${reference}`);
  }
  return comparisons;
}

/** Sends requests to both sides in turns. A pause of the machine affects one round, and the medians ignore it. */
export async function compare(
  server: Pick<MeasuredServer, 'cpuSeconds'>,
  { ours, bare, rounds }: { ours: Side; bare: Side; rounds: Rounds },
): Promise<Comparison> {
  const sides = { ours, bare };
  const answered = { ours: 0, bare: 0 };
  const take = async (name: 'ours' | 'bare', forMs = rounds.forMs) => {
    const measured = await measure(server, sides[name], { ...rounds, forMs });
    answered[name] += measured.answers;
    return measured;
  };
  const pairs: Record<'ours' | 'bare', Measured>[] = [];
  for (const name of ['bare', 'ours'] as const) await take(name);
  for (let round = 0; round < rounds.count; round += 1) {
    const before = round % 2 === 0 ? await take('bare') : null;
    const mine = await take('ours');
    pairs.push({ ours: mine, bare: before ?? (await take('bare')) });
  }
  return {
    ours: medians(pairs.map((pair) => pair.ours)),
    bare: medians(pairs.map((pair) => pair.bare)),
    perSecond: median(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
    p99: median(pairs.map((pair) => pair.ours.p99 / pair.bare.p99)),
    answered,
  };
}

async function measure({ cpuSeconds }: Pick<MeasuredServer, 'cpuSeconds'>, side: Side, { connections, forMs }: Rounds) {
  const before = cpuSeconds();
  const outcome = await run({ ...side, connections, forMs });
  const after = cpuSeconds();
  if (outcome.answers === 0) throw new Error(`A round on port ${side.port} had no answer.`);
  return { ...outcome, cpu_ms: before === null || after === null ? null : ((after - before) / outcome.answers) * 1000 };
}

function medians(measured: readonly Measured[]): Measured {
  const of = (name: keyof Outcome & keyof Measured) => median(measured.map((each) => each[name]));
  const cpu = measured.map(({ cpu_ms }) => cpu_ms).filter((each) => each !== null);
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpu_ms: cpu.length > 0 ? median(cpu) : null };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
