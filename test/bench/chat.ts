import { run, type Load, type Outcome } from './chat-load.ts';
import { startServer } from './chat-server.ts';

/**
 * `npm run bench:chat`: our room beside a bare broadcast room, in the same process and in turns. Fails below 0.8 of its delivered
 * messages a second, above 1.5 times its p99 latency, or where one listener of ours lacks a message, has one twice or out of order.
 * BENCH_SECONDS, BENCH_LISTENERS, BENCH_SEED and PORT change what their names say.
 */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const listeners = Number(process.env['BENCH_LISTENERS'] ?? 1000);
const seed = Number(process.env['BENCH_SEED'] ?? Date.now() % 1_000_000);
const port = Number(process.env['PORT'] ?? 8803);
const RATE = 20;
const LEAST_SHARE = 0.8;
const MOST_P99 = 1.5;

/** Numbers in [0, 1) that a printed seed brings back. */
function randomFrom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const rows: Record<string, string | number>[] = [];
const complaints: string[] = [];

async function measure(name: string, load: Omit<Load, 'random' | 'listeners' | 'room' | 'authors'>): Promise<Outcome> {
  const room = `${name.replaceAll(/\W+/g, '-')}-${rows.length}`;
  const outcome = await run({ ...load, listeners, room, authors: RATE, random: randomFrom(seed) });
  const { delivered, perSecond, p50, p99, faults } = outcome;
  rows.push({
    load: name,
    room: load.kind,
    delivered,
    'a second': Math.round(perSecond),
    'p50 ms': round(p50),
    'p99 ms': round(p99),
    faults,
  });
  if (faults > 0) complaints.push(`${name}, ${load.kind}: ${faults} listeners without every message once and in order`);
  return outcome;
}

/** Both rooms under the same load, the bare one before and after ours so that a warming machine favours neither. */
async function compare(name: string, load: { messages: number; rate: number }, origin: string): Promise<void> {
  const before = await measure(name, { ...load, origin, kind: 'bare' });
  const ours = [await measure(name, { ...load, origin, kind: 'ours' }), await measure(name, { ...load, origin, kind: 'ours' })];
  const after = await measure(name, { ...load, origin, kind: 'bare' });
  const share = mean(ours.map(({ perSecond }) => perSecond)) / mean([before.perSecond, after.perSecond]);
  const slower = mean(ours.map(({ p99 }) => p99)) / mean([before.p99, after.p99]);
  rows.push({ load: `${name}: ours / bare`, 'a second': round(share), 'p99 ms': round(slower) });
  if (share < LEAST_SHARE) complaints.push(`${name}: ${round(share)} of the bare room's messages a second, wanted ${LEAST_SHARE}`);
  if (slower > MOST_P99) complaints.push(`${name}: ${round(slower)} times the bare room's p99, allowed ${MOST_P99}`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
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
  await compare('as fast as twenty write', { messages: 600, rate: 0 }, whole.origin);
  await measure('a third away for 2 s', { ...steady, origin: whole.origin, kind: 'ours', leaving: 1 / 3 });
} finally {
  whole.stop();
}
const relayed = await startServer({ port: port + 1, listenersMax: Math.ceil(listeners / 4) });
try {
  await measure('the same, three relays', { ...steady, origin: relayed.origin, kind: 'ours', leaving: 1 / 3 });
} finally {
  relayed.stop();
}
console.log(`${listeners} listeners, ${seconds} s, seed ${seed}`);
console.table(rows);
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
