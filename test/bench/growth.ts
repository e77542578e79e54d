import { writeFileSync } from 'node:fs';
import type { Figure } from './performance-page.ts';
import { groundRows, growEvents, GROWING_EVENT, growListings } from './fill-growth.ts';
import { plotSvg } from './plot.ts';
import { askAgain } from '../support/ask-again.ts';
import { batch, lastCost, type MeasuredServer, startServer } from './server.ts';

const ROUTES = [
  ['Home', '/api/home?uncached=1'],
  ['Events', '/api/events?limit=20'],
  ['Page of an event', `/events/${GROWING_EVENT}?uncached=1`],
  ['Listings', `/api/events/${GROWING_EVENT}/listings?uncached=1`],
] as const;

const MOST_EVENTS = 100_000;
const EVENTS = [100, 1000, 10_000, MOST_EVENTS];
const LISTINGS = [10, 100, 1000, 10_000];

/**
 * The last size is ten times the size before it. Between these two sizes, the number of rows that a route reads may
 * grow at most by this factor.
 */
const MOST_GROWTH = 1.5;

export interface Grown {
  what: 'events' | 'listings of one event';
  file: string;
  sizes: readonly number[];
  /** The rows that each route read at each of the `sizes`. */
  rows: { name: string; values: number[] }[];
}

export async function measureGrowth(settings: { port: number; barePort: number; state: string }): Promise<Grown[]> {
  const server = await startServer({ ...settings, isCounted: true });
  try {
    await batch(server, groundRows());
    await growEvents(server, { from: 0, to: EVENTS[0]! });
    const listings = await follow(server, LISTINGS, growListings);
    const events = await follow(server, EVENTS, (grown, { from, to }) =>
      growEvents(grown, { from: Math.max(from, EVENTS[0]!), to }),
    );
    return [
      { what: 'events', file: 'growth-events.svg', sizes: EVENTS, rows: events },
      { what: 'listings of one event', file: 'growth-listings.svg', sizes: LISTINGS, rows: listings },
    ];
  } finally {
    await server.stop();
  }
}

async function follow(
  server: MeasuredServer,
  sizes: readonly number[],
  grow: typeof growEvents,
): Promise<Grown['rows']> {
  const rows = ROUTES.map(([name]) => ({ name, values: [] as number[] }));
  let from = 0;
  for (const to of sizes) {
    await grow(server, { from, to });
    from = to;
    for (const [at, [name, path]] of ROUTES.entries()) {
      const answer = await askAgain(`${server.origin}${path}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name} answered ${answer.status} at ${to}.`);
      const { rows_read } = await lastCost(server);
      if (rows_read === 0) throw new Error(`${name} read no rows at ${to}: nothing was counted.`);
      rows[at]!.values.push(rows_read);
    }
    console.log(`${to}: ${rows.map(({ name, values }) => `${name} ${values.at(-1)}`).join(', ')}`);
  }
  return rows;
}

/** Returns a sentence for each route whose rows grew by more than `MOST_GROWTH` between the last two sizes. */
export function growing(grown: readonly Grown[]): string[] {
  return grown.flatMap(({ what, rows }) =>
    rows.flatMap(({ name, values }) => {
      const [before, last] = values.slice(-2) as [number, number];
      return last > MOST_GROWTH * before
        ? [`${name} reads ${before}, then ${last} rows with ten times the ${what}`]
        : [];
    }),
  );
}

export function writePlots(grown: readonly Grown[]): { figures: Figure[]; text: string } {
  for (const { what, file, sizes, rows } of grown) {
    writeFileSync(
      `docs/${file}`,
      plotSvg({ title: `Rows read by one uncached request, by ${what}`, axis: what, places: sizes, lines: rows }),
    );
  }
  const figures = grown.flatMap(({ what, sizes, rows }) =>
    rows.map(({ name, values }) => ({
      what: `${name}: rows read with ${sizes.at(-1)!.toLocaleString('en-US')} ${what}`,
      figure: String(values.at(-1)),
      reference: `${sizes.at(-2)!.toLocaleString('en-US')} ${what}: ${values.at(-2)}`,
      ratio: (values.at(-1)! / values.at(-2)!).toFixed(2),
    })),
  );
  const parts = grown.map(({ what, file }) => `![Rows read by one uncached request, by ${what}](${file})`);
  return { figures, text: parts.join('\n\n') };
}
