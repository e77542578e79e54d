import type { MeasuredCost } from './route-cost.ts';
import { type Figure, table } from './performance-page.ts';
import type { Measurable } from './routes.ts';
import type { Comparison } from './speed.ts';

type Comparisons = ReadonlyMap<string, Comparison>;
type Costs = ReadonlyMap<string, MeasuredCost>;

const round = (value: number) => Number(value.toFixed(2));

export function printed(
  routes: readonly Measurable[],
  { costs, comparisons }: { costs: Costs; comparisons: Comparisons },
) {
  return routes.map(({ name, reference }) => {
    const { ours, bare, perSecond, p99 } = comparisons.get(name)!;
    const { round_trips, rows_read, rows_written, objects, body } = costs.get(name)!;
    return {
      route: name,
      'req/s': Math.round(ours.perSecond),
      [`p50 ms`]: round(ours.p50),
      'p99 ms': round(ours.p99),
      reference,
      'its req/s': Math.round(bare.perSecond),
      'its p99 ms': round(bare.p99),
      'ratio req/s': round(perSecond),
      'ratio p99': round(p99),
      'D1 trips': round_trips,
      'rows read': rows_read,
      'rows written': rows_written,
      'object calls': objects,
      bytes: body.byteLength,
    };
  });
}

export function figuresOf(routes: readonly Measurable[], comparisons: Comparisons): Figure[] {
  return routes.flatMap(({ name, reference }) => {
    const { ours, bare, perSecond, p99 } = comparisons.get(name)!;
    const figure = (what: string, of: 'perSecond' | 'p99', ratio: number): Figure => ({
      what: `${name}: ${what}`,
      figure: String(round(ours[of])),
      reference: `${reference}: ${round(bare[of])}`,
      ratio: String(round(ratio)),
    });
    return [figure('requests a second', 'perSecond', perSecond), figure('p99 in ms', 'p99', p99)];
  });
}

export function speedText(routes: readonly Measurable[], comparisons: Comparisons): string {
  const rows = routes.map(({ name, least }) => {
    const { ours, bare } = comparisons.get(name)!;
    const cpu = (cpu_ms: number | null) => (cpu_ms === null ? '' : cpu_ms.toFixed(2));
    return [name, round(ours.p50), cpu(ours.cpu_ms), cpu(bare.cpu_ms), least ?? ''];
  });
  const columns = ['Route', 'p50 ms', 'CPU ms', 'Reference, CPU ms', 'Wanted share of req/s'];
  return `### Speed

The built Worker and the references run in one Miniflare on one core, and the load on another. Nothing is in front of
either. They are loaded in turns by 32 connections, and each ratio is the median of the ratios of neighbouring rounds.
The limits are asked as always, and set so high that they refuse nothing.

Each write is sent once: each sign-in, refresh and request of a ticket by a student of its own, each delivery with new
events. Afterwards the stored rows are counted. The reference of a write runs the same queries and inserts as many rows
as the write, with its index entries, into one plain table without an index. Sign-ins and deliveries use 8 connections.
A sign-in spends most of its time on the hash of the password, which the reference does not compute. Sign-ins and
refreshes also create the Durable Object of a limit. Messages are put into the queue, but not taken out of it.

${table(columns, rows)}`;
}

export function costsText(costs: Costs): string {
  const rows = Array.from(costs, ([name, { round_trips, rows_read, rows_written, objects, body }]) => {
    return [name, round_trips, rows_read, rows_written, objects, body.byteLength];
  });
  const columns = ['Route', 'D1 round trips', 'Rows read', 'Rows written', 'Durable Object calls', 'Bytes of the body'];
  return `### Cost of one request

With the work that goes on after the answer.

${table(columns, rows)}`;
}
