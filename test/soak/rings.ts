import { registerHooks } from 'node:module';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Share {
  from: number;
  to: number;
  each: number;
}

interface Found {
  seed: number;
  isGain: boolean;
  isLoss: boolean;
  /** The names of the steps, without people and amounts. */
  kind: string;
  lines: string[];
  said: string;
}
type Met = Record<string, number>;
type Message = { played: Met } | { found: Found };

// Node cannot import WebAssembly as the Worker does. Only passwords need it, and no account here has a password.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.wasm')
      ? { format: 'module', shortCircuit: true, source: 'export default undefined' }
      : next(url, context),
});

if (isMainThread) await runAll();
else await runShare(workerData as Share);

async function runAll(): Promise<void> {
  const { values } = parseArgs({
    options: {
      histories: { type: 'string', default: '2000' },
      from: { type: 'string', default: '1' },
      threads: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const [from, histories, threads] = [Number(values.from), Number(values.histories), Number(values.threads)];
  const began = performance.now();
  const sum = { played: 0, gained: 0, lost: 0 };
  const kinds = new Map<string, Found>();
  const met: Met = {};
  const take = (message: Message) => {
    if ('played' in message) {
      sum.played += 1;
      for (const [what, count] of Object.entries(message.played)) met[what] = (met[what] ?? 0) + count;
      if (sum.played % 500 === 0) console.info(`${sum.played} histories`);
      return;
    }
    const { found } = message;
    if (found.isGain) sum.gained += 1;
    if (found.isLoss) sum.lost += 1;
    const known = kinds.get(found.kind);
    if (!known || known.lines.length > found.lines.length) kinds.set(found.kind, found);
    if (!known) console.info(sayFound(found));
  };
  await Promise.all(
    Array.from({ length: threads }, (_, at) =>
      onThread({ from: from + at, to: from + histories, each: threads }, take),
    ),
  );
  console.info(`${sum.played} histories in ${Math.round((performance.now() - began) / 1000)} s, ${kinds.size} kinds`);
  for (const [what, count] of Object.entries(met)) console.info(`  ${what}: ${count}`);
  const isIdle = Object.values(met).some((count) => count === 0);
  console.info(`rings: ${sum.gained} gained, ${sum.lost} honest people lost`);
  process.exitCode = sum.gained > 0 || sum.lost > 0 || sum.played < histories || isIdle ? 1 : 0;
}

function sayFound({ seed, said, lines }: Found): string {
  return [`seed ${seed}: ${said}`, ...lines].join('\n');
}

function onThread(share: Share, take: (message: Message) => void): Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { workerData: share });
  thread.on('message', take);
  return new Promise((done, fail) => thread.once('error', fail).once('exit', () => done()));
}

async function runShare({ from, to, each }: Share): Promise<void> {
  const [{ historyOf }, { isBad, play, shrink }, { sayHistory, sayVerdict }] = await Promise.all([
    import('./rings/choose.ts'),
    import('./rings/play.ts'),
    import('./rings/say.ts'),
  ]);
  // The product logs each refusal, and here there are thousands.
  for (const level of ['log', 'info', 'warn', 'error'] as const) console[level] = () => undefined;
  const tell: (message: Message) => void = parentPort!.postMessage.bind(parentPort);
  for (let seed = from; seed < to; seed += each) {
    const history = historyOf(seed);
    const verdict = await play(history);
    tell({ played: verdict.met });
    if (!isBad(verdict)) continue;
    const short = await shrink(history, verdict);
    const { gained_cents, lost } = short.verdict;
    const said = sayVerdict(short.verdict);
    const kind = short.history.map((step) => ('what' in step ? step.what : step.do)).join();
    tell({
      found: { seed, kind, isGain: gained_cents > 0, isLoss: lost.length > 0, lines: sayHistory(short.history), said },
    });
  }
}
