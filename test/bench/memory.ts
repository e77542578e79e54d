import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { signIn } from '../../worker/local/demo/client.ts';
import { seededRandom } from '../../worker/local/fake-provider/seeded-random.ts';
import { builtPlatform } from '../../worker/local/platform.ts';
import { program } from '../../worker/local/processes/program.ts';
import { ensureDevVars } from '../../worker/local/settings/dev-vars.ts';
import { localVariables } from '../../worker/local/settings/variables.ts';
import { makeCast, prepareState } from '../soak/use/cast.ts';
import { inMegabytes, largestOf, MEGABYTE, MOST_HEAP_MB } from '../soak/use/memory.ts';
import { runUse } from '../soak/use/run-use.ts';
import { bytesOf, type Heap, readHeap } from '../support/heap.ts';
import { sayLast } from '../support/run/last-line.ts';
import { requestBytes, run } from './load.ts';
import { type Figure, table, writeSection } from './performance-page.ts';
import { unlimited } from './unlimited.ts';

// The limits are for the isolate's heap. The process itself has no limit, because even a bare Worker makes it grow.

const PEOPLE = 200;
const USE_SECONDS = 60;
const ANSWERS = 20_000;
const LISTENERS = 5000;
const MOST_ROOM_MB = 96;
const AUTHORS = 20;
const MESSAGES = 100;
const port = Number(process.env['PORT'] ?? 8820);
const inspector = port + 2;
const origin = `http://127.0.0.1:${port}`;

type Around = NonNullable<Parameters<typeof builtPlatform>[0]['around']>;

interface Measured {
  what: string;
  heap?: Heap;
  process: number | null;
}

const measured: Measured[] = [];
const poke = () => fetch(`${origin}/api/health`);

if (!process.argv.includes('--built'))
  execFileSync(...program('vite', ['build', '--logLevel', 'error']), { stdio: 'inherit' });
ensureDevVars();
const folder = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
const cast = makeCast(PEOPLE);
try {
  const use = await measureUse();
  await prepareState(folder, cast);
  const page = await inServer((worker) => [unlimited(worker)], measureAnswers);
  const room = await inServer((worker) => [unlimited(worker)], measureRoom);
  await inServer((worker) => [bareWorker(page, worker.compatibilityDate!)], measureBare);
  report(use, room);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

/** Lets people use the Worker as in the soak test, but never kills the server. Returns the largest heap of the run. */
async function measureUse(): Promise<Heap> {
  const state = mkdtempSync(join(tmpdir(), 'vouch-bench-'));
  try {
    const use = { seconds: USE_SECONDS, kills: 0, people: PEOPLE, port, state, random: seededRandom(1) };
    const { server } = await runUse(use);
    return note(`${PEOPLE} people for ${USE_SECONDS} s`, largestOf(server.heaps)).heap!;
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

async function inServer<T>(around: Around, measure: () => Promise<T>): Promise<T> {
  const variables = { ...localVariables(port), ROOM_SOCKETS_PER_ADDRESS: String(LISTENERS * 2) };
  const options = builtPlatform({ state: folder, port, variables, around });
  const miniflare = new Miniflare({ ...options, inspectorPort: inspector });
  await miniflare.ready;
  try {
    await heap();
    return await measure();
  } finally {
    await miniflare.dispose();
  }
}

/** Measures the heap after each kind of answer. Returns the size of the page `/events` in bytes. */
async function measureAnswers(): Promise<number> {
  note('A fresh Worker', await heap());
  const page = await (await fetch(`${origin}/events`)).arrayBuffer();
  await ask('/api/home');
  note(`${ANSWERS.toLocaleString('en-US')} cached responses of /api/home`, await heap());
  await ask('/events');
  note(`${ANSWERS.toLocaleString('en-US')} cached pages of ${Math.round(page.byteLength / 1000)} kB`, await heap());
  await tokenOf(cast.people[0]!.email);
  note('A password was checked', await heap());
  for (const { slug } of cast.events) await (await fetch(`${origin}/og/${slug}-0.png`)).arrayBuffer();
  note(`${cast.events.length} preview images`, await heap());
  return page.byteLength;
}

async function measureRoom(): Promise<Heap> {
  const { slug } = cast.events[0]!;
  let heard = 0;
  for (let at = 0; at < LISTENERS; at += 50) {
    const group = Array.from({ length: Math.min(50, LISTENERS - at) }, () => listen(slug, () => (heard += 1)));
    await Promise.all(group);
  }
  const tokens = await Promise.all(cast.people.slice(0, AUTHORS).map(({ email }) => tokenOf(email)));
  for (let at = 0; at < MESSAGES; at += 1) {
    const { status } = await fetch(`${origin}/api/events/${slug}/messages`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens[at % AUTHORS]}` },
      body: JSON.stringify({ client_id: crypto.randomUUID(), body: `${at} `.padEnd(400, 'vouch ') }),
    });
    if (status !== 201) throw new Error(`A message answered ${status}.`);
  }
  const what = `A room of ${LISTENERS.toLocaleString('en-US')} listeners, ${MESSAGES} messages`;
  const full = note(what, await heap()).heap!;
  console.info(`${heard} frames arrived`);
  return full;
}

async function measureBare(): Promise<void> {
  await poke();
  note('A bare Worker, fresh');
  await ask('/events');
  note(`A bare Worker, ${ANSWERS.toLocaleString('en-US')} cached pages of the same size`);
}

function bareWorker(bytes: number, compatibilityDate: string): ReturnType<Around>[0] {
  return {
    name: 'vouch',
    modules: true,
    compatibilityDate,
    script: `export default { async fetch({ url }, _env, ctx) {
  const found = await caches.default.match(url);
  if (found) return found;
  const answer = new Response('a'.repeat(${bytes}), { headers: { 'Cache-Control': 's-maxage=600' } });
  ctx.waitUntil(caches.default.put(url, answer.clone()));
  return answer;
} };`,
  };
}

async function ask(path: string): Promise<void> {
  const bytes = requestBytes({ port, path });
  await run({ port, connections: 32, forMs: 600_000, most: ANSWERS, next: () => bytes, status: 200 });
}

function listen(slug: string, hear: () => void): Promise<void> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/events/${slug}/live`);
  socket.addEventListener('message', hear);
  return new Promise((open, fail) => {
    socket.addEventListener('open', () => open());
    socket.addEventListener('error', () => fail(new Error('A listener could not connect.')));
  });
}

async function tokenOf(email: string): Promise<string> {
  return (await signIn({ app: origin, provider: '' }, email)).token;
}

function heap(): Promise<Heap> {
  return readHeap(inspector, poke);
}

function note(what: string, kept?: Heap): Measured {
  const noted = { what, ...(kept ? { heap: kept } : {}), process: processBytes() };
  measured.push(noted);
  console.info(row(noted).join(' | '));
  return noted;
}

/** Returns the resident memory of the local runtime, in bytes, or null if it does not run or the system hides it. */
function processBytes(): number | null {
  try {
    const read = (path: string) => readFileSync(`/proc/${path}`, 'utf8');
    const threads = readdirSync('/proc/self/task');
    const children = threads.flatMap((thread) => read(`self/task/${thread}/children`).trim().split(' '));
    const runtime = children.find((child) => child && read(`${child}/comm`).startsWith('workerd'));
    const kilobytes = runtime && /^VmRSS:\s+(\d+) kB/m.exec(read(`${runtime}/status`))?.[1];
    return kilobytes ? Number(kilobytes) * 1024 : null;
  } catch {
    return null;
  }
}

function row({ what, heap: kept, process: bytes }: Measured): string[] {
  const parts = kept
    ? [bytesOf(kept), kept.objects, kept.buffers, kept.webassembly].map((each) => (each / MEGABYTE).toFixed(1))
    : ['', '', '', ''];
  return [what, ...parts, bytes === null ? '' : String(Math.round(bytes / MEGABYTE))];
}

function report(use: Heap, room: Heap): void {
  const limits = [
    { what: `The Worker's heap with ${PEOPLE} people`, bytes: bytesOf(use), most: MOST_HEAP_MB },
    { what: `The heap with a room of ${LISTENERS} listeners`, bytes: bytesOf(room), most: MOST_ROOM_MB },
  ];
  const figures = limits.map(({ what, bytes, most }): Figure => ({
    what,
    figure: inMegabytes(bytes),
    reference: `limit: ${most} MB`,
    ratio: (bytes / MEGABYTE / most).toFixed(2),
  }));
  const columns = ['After', 'Heap, MB', 'objects', 'buffers', 'WebAssembly', "The local runtime's process, MB"];
  const text = `What the Worker's isolate keeps after a collection, as the inspector of the local runtime tells it. The
chat rooms run in the same isolate here. Each row that names a fresh Worker begins with a fresh runtime. The runtime's
process holds all isolates, and memory that it has not given back to the system. A bare Worker that repeats a page of
the same size makes it grow too, so its size says nothing about the Worker.

${table(columns, measured.map(row))}`;
  writeSection({ title: 'Memory', command: 'npm run bench:memory', figures, text });
  const faults = limits
    .filter(({ bytes, most }) => bytes > most * MEGABYTE)
    .map(({ what, bytes, most }) => `${what} is ${inMegabytes(bytes)}, and ${most} MB are allowed`);
  sayLast('bench:memory', { good: figures.map(({ what, figure }) => `${what}: ${figure}`).join(', '), faults });
}
