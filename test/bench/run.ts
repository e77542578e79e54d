import { program } from '../../worker/local/processes/program.ts';
import { sayLast } from '../support/run/last-line.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureCosts } from './costs.ts';
import type { MeasuredCost } from './route-cost.ts';
import { growing, measureGrowth, writePlots } from './growth.ts';
import { writeSection } from './performance-page.ts';
import { type Measurable, MOST_P99, type MeasuredRoute } from './routes.ts';
import { hasOwnCores, startServer } from './server.ts';
import { type Comparison, compareRoutes } from './speed.ts';
import { costsText, figuresOf, printed, speedText } from './bench-tables.ts';
import { compareWrites } from './write-speed.ts';
import type { MeasuredWrite } from './writes.ts';

type Settings = Parameters<typeof measureCosts>[0];

/**
 * Measures the cost and the speed of each read and write, next to bare reference Workers. Fails if a route with a
 * required speed (`least`) is slower, or if the p99 of such a route is more than twice the reference's. With
 * `--growth`, measures only how many rows each route reads as the database grows, and fails if these numbers grow
 * too much.
 */
const isQuick = process.argv.includes('--quick');
const port = Number(process.env['PORT'] ?? 8810);
const rounds = isQuick ? { count: 11, forMs: 500, connections: 32 } : { count: 15, forMs: 600, connections: 32 };
const writeRounds = { count: 7, forMs: 800 };

if (!process.argv.includes('--built'))
  execFileSync(...program('vite', ['build', '--logLevel', 'error']), { stdio: 'inherit' });
const state = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
try {
  const settings = { port, barePort: port + 1, state };
  const complaints = process.argv.includes('--growth') ? await growth(settings) : await speed(settings);
  for (const complaint of complaints) console.error(complaint);
  sayLast('bench', { good: '0 complaints', faults: complaints.length > 0 ? [`${complaints.length} complaints`] : [] });
} finally {
  rmSync(state, { recursive: true, force: true });
}

async function growth(settings: Settings): Promise<string[]> {
  const grown = await measureGrowth(settings);
  writeSection({ title: 'Growth', command: 'npm run bench -- --growth', ...writePlots(grown) });
  return growing(grown);
}

async function speed(settings: Settings): Promise<string[]> {
  const { routes, writes, costs } = await measureCosts(settings);
  const isShown = ({ least }: Measurable) => !isQuick || least !== undefined;
  const [shownRoutes, shownWrites] = [routes.filter(isShown), writes.filter(isShown)];
  const comparisons = await compareAll(settings, { routes: shownRoutes, writes: shownWrites, costs });
  const shown = [...shownRoutes, ...shownWrites];
  console.table(printed(shown, { costs, comparisons }));
  if (!hasOwnCores)
    console.warn('The server and the load share their cores, because `taskset` or a second core is missing.');
  if (!isQuick) {
    const text = [speedText(shown, comparisons), costsText(costs)].join('\n\n');
    writeSection({ title: 'Routes', command: 'npm run bench', figures: figuresOf(shown, comparisons), text });
  }
  return shown.flatMap((route) => complaintsOf(route, comparisons.get(route.name)!));
}

interface Compared {
  routes: readonly MeasuredRoute[];
  writes: readonly MeasuredWrite[];
  costs: ReadonlyMap<string, MeasuredCost>;
}

async function compareAll(settings: Settings, { routes, writes, costs }: Compared): Promise<Map<string, Comparison>> {
  const server = await startServer({ ...settings, isCounted: false });
  try {
    const reads = await compareRoutes(server, { routes, costs, rounds });
    return new Map([...reads, ...(await compareWrites(server, { writes, costs, rounds: writeRounds }))]);
  } finally {
    await server.stop();
  }
}

function complaintsOf({ name, least }: Measurable, { perSecond, p99 }: Comparison): string[] {
  if (least === undefined) return [];
  return [
    ...(perSecond < least
      ? [`${name}: ${perSecond.toFixed(2)} of the reference's requests a second, wanted ${least}`]
      : []),
    ...(p99 > MOST_P99 ? [`${name}: ${p99.toFixed(2)} times the reference's p99, allowed ${MOST_P99}`] : []),
  ];
}
