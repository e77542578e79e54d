import { requestBytes } from './load.ts';
import type { MeasuredCost } from './route-cost.ts';
import { batch, type MeasuredServer, putWrite } from './server.ts';
import { compare, type Comparison, type Rounds } from './speed.ts';
import type { MeasuredWrite } from './writes.ts';

const READS = /^\s*select\b/i;
const BARE_ROWS = 'select count(*) as n from bare_rows';

type WriteRounds = Pick<Rounds, 'count' | 'forMs'>;

/**
 * Compares our writes with those of the bare Worker. Each prepared HTTP request is sent only once, so a round ends
 * early if too few are prepared. Throws if the numbers of stored and answered writes differ.
 */
export async function compareWrites(
  server: MeasuredServer,
  {
    writes,
    costs,
    rounds,
  }: { writes: readonly MeasuredWrite[]; costs: ReadonlyMap<string, MeasuredCost>; rounds: WriteRounds },
): Promise<Map<string, Comparison>> {
  const comparisons = new Map<string, Comparison>();
  for (const [at, write] of writes.entries()) {
    const { statements, rows_written } = costs.get(write.name)!;
    await putWrite(server, String(at), {
      queries: statements.filter(({ sql }) => READS.test(sql)),
      rows: rows_written,
    });
    const before = { ours: await count(server, write.stored), bare: await count(server, BARE_ROWS) };
    const comparison = await compareWrite(server, { write, path: `/write/${at}`, rounds });
    const { ours, bare } = comparison.answered;
    expectStored(write.name, { stored: (await count(server, write.stored)) - before.ours, answered: ours });
    expectStored(`The reference of ${write.name}`, {
      stored: (await count(server, BARE_ROWS)) - before.bare,
      answered: bare * rows_written,
    });
    comparisons.set(write.name, comparison);
    console.log(`${write.name}: ${comparison.perSecond.toFixed(2)} of ${write.reference}`);
  }
  return comparisons;
}

async function compareWrite(
  { port, barePort, cpuSeconds }: MeasuredServer,
  { write, path, rounds }: { write: MeasuredWrite; path: string; rounds: WriteRounds },
): Promise<Comparison> {
  const { connections, prepared, request, status } = write;
  const requests = await Promise.all(
    Array.from({ length: prepared }, async (_, at) =>
      requestBytes({ port, path: write.path, method: 'POST', ...(await request(at + 1)) }),
    ),
  );
  const its = requestBytes({ port: barePort, path, method: 'POST' });
  // The warm-up is a round too.
  const most = Math.floor(prepared / (rounds.count + 1));
  const ours = { port, next: () => requests.pop()!, status, most };
  const bare = { port: barePort, next: () => its, status: 200 };
  return compare({ cpuSeconds }, { ours, bare, rounds: { ...rounds, connections } });
}

async function count(server: MeasuredServer, sql: string): Promise<number> {
  const [[row] = []] = await batch(server, [{ sql, values: [] }]);
  return Number(row?.['n']);
}

function expectStored(name: string, { stored, answered }: { stored: number; answered: number }): void {
  if (stored !== answered) throw new Error(`${name}: ${answered} were answered, but ${stored} are stored.`);
}
