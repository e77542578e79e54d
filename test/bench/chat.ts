import { seededRandom } from '../../worker/local/fake-provider/seeded-random.ts';
import { sayLast } from '../support/run/last-line.ts';
import { run, type Load, type Outcome } from './chat-load.ts';
import { startServer } from './chat-server.ts';
import { quantile } from './load.ts';
import { type Figure, writeSection } from './performance-page.ts';

/** Compares our room with a bare broadcast room. Fails if ours is too slow, or loses, repeats or reorders messages. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const listeners = Number(process.env['BENCH_LISTENERS'] ?? 1000);
const seed = Number(process.env['BENCH_SEED'] ?? Date.now() % 1_000_000);
const port = Number(process.env['PORT'] ?? 8803);
const RATE = 20;
const TURNS = 5;
/**
 * Our room must send at least `LEAST_SHARE` of the bare room's messages a second. The p99 of our room may be at most
 * `MOST_P99` times the p99 of the bare room.
 */
const [LEAST_SHARE, MOST_P99] = [0.8, 1.5];

const rows: Record<string, string | number>[] = [];
const figures: Figure[] = [];
const complaints: string[] = [];
let measured = 0;

async function measure(name: string, load: Omit<Load, 'random' | 'listeners' | 'room' | 'authors'>): Promise<Outcome> {
  measured += 1;
  const people = { listeners, authors: RATE, random: seededRandom(seed) };
  const outcome = await run({ ...load, ...people, room: `room-${measured}` });
  const { perSecond, p50, p99, faults } = outcome;
  console.log(
    `${name}, ${load.kind}: ${Math.round(perSecond)} a second, p50 ${round(p50)} ms, p99 ${round(p99)} ms, ${faults} faults`,
  );
  if (faults > 0) complaints.push(`${name}, ${load.kind}: ${faults} listeners without every message once and in order`);
  return outcome;
}

/** The time for which a listener is away counts as latency. */
async function comeAndGo(name: string, origin: string): Promise<void> {
  const { perSecond, p50, p99 } = await measure(name, { ...steady, origin, kind: 'ours', leaving: 1 / 3 });
  rows.push({ load: name, room: 'ours', ...columns(perSecond, p50, p99) });
}

/** Measures both rooms several times and compares medians, which ignore pauses of the machine. */
async function compare(name: string, load: { messages: number; rate: number }, origin: string): Promise<void> {
  const outcomes: Record<Load['kind'], Outcome[]> = { ours: [], bare: [] };
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const kind of turn % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const)) {
      outcomes[kind].push(await measure(name, { ...load, messages: Math.ceil(load.messages / TURNS), origin, kind }));
    }
  }
  const medians = (kind: Load['kind'], of: 'perSecond' | 'p50' | 'p99') =>
    quantile(
      outcomes[kind].map((outcome) => outcome[of]),
      0.5,
    );
  for (const kind of ['bare', 'ours'] as const) {
    const [perSecond, p50, p99] = [medians(kind, 'perSecond'), medians(kind, 'p50'), medians(kind, 'p99')];
    rows.push({ load: name, room: kind, ...columns(perSecond, p50, p99) });
  }
  const share = medians('ours', 'perSecond') / medians('bare', 'perSecond');
  const slower = medians('ours', 'p99') / medians('bare', 'p99');
  rows.push({ load: name, room: 'ours / bare', 'a second': round(share), 'p99 ms': round(slower) });
  figures.push(
    figureOf(`Chat, ${name}: messages a second`, medians('ours', 'perSecond'), medians('bare', 'perSecond')),
    figureOf(`Chat, ${name}: p99 in ms`, medians('ours', 'p99'), medians('bare', 'p99')),
  );
  if (share < LEAST_SHARE)
    complaints.push(`${name}: ${round(share)} of the bare room's messages a second, wanted ${LEAST_SHARE}`);
  if (slower > MOST_P99) complaints.push(`${name}: ${round(slower)} times the bare room's p99, allowed ${MOST_P99}`);
}

function figureOf(what: string, ours: number, bare: number): Figure {
  return {
    what,
    figure: String(round(ours)),
    reference: `bare broadcast room: ${round(bare)}`,
    ratio: String(round(ours / bare)),
  };
}

function columns(perSecond: number, p50: number, p99: number) {
  return { 'a second': Math.round(perSecond), 'p50 ms': round(p50), 'p99 ms': round(p99) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

const steady = { messages: seconds * RATE, rate: RATE };

const whole = await startServer({ port, listenersMax: 5000 });
try {
  await measure('warm-up', { origin: whole.origin, kind: 'bare', messages: 20, rate: RATE });
  await measure('warm-up', { origin: whole.origin, kind: 'ours', messages: 20, rate: RATE });
  await compare(`${RATE} a second`, steady, whole.origin);
  await compare('as fast as twenty write', { messages: 1500, rate: 0 }, whole.origin);
  await comeAndGo('a third away for 2 s', whole.origin);
} finally {
  await whole.stop();
}
const relayed = await startServer({ port, listenersMax: Math.ceil(listeners / 4) });
try {
  await comeAndGo('the same through relays', relayed.origin);
} finally {
  await relayed.stop();
}
console.log(`${listeners} listeners, ${seconds} s, seed ${seed}`);
console.table(rows);
writeSection({
  title: 'Chat',
  command: 'npm run bench:chat',
  figures,
  text: `${listeners} listeners, ${seconds} s. Each message was checked at each listener: once and in order.`,
});
for (const complaint of complaints) console.error(complaint);
sayLast('bench:chat', {
  good: '0 complaints',
  faults: complaints.length > 0 ? [`${complaints.length} complaints`] : [],
});
