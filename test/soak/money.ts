import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { sayLast } from '../support/run/last-line.ts';
import { type Outcome, runWorld } from './money/run-world.ts';

const EACH = 200;

interface Share {
  seeds: number[];
}

interface Done extends Outcome {
  seed: number;
}

if (isMainThread) await runAll();
else await runShare(workerData as Share);

async function runAll(): Promise<void> {
  const { values } = parseArgs({
    options: { purchases: { type: 'string', default: '2000' }, from: { type: 'string', default: '1' } },
  });
  const seeds = Array.from({ length: Math.ceil(Number(values.purchases) / EACH) }, (_, at) => Number(values.from) + at);
  const cores = Math.min(availableParallelism(), seeds.length);
  const met: Record<string, number> = {};
  const sum = { purchases: 0, difference: 0, seeds: 0, broken: 0 };
  const take = ({ seed, purchases, difference_cents, broken, met: found }: Done) => {
    sum.purchases += purchases;
    sum.difference += Math.abs(difference_cents);
    sum.seeds += 1;
    sum.broken += broken.length;
    for (const [what, count] of Object.entries(found)) met[what] = (met[what] ?? 0) + count;
    for (const sentence of broken) console.error(`seed ${seed}: ${sentence}`);
    if (sum.seeds % 25 === 0) console.info(`${sum.purchases} purchases`);
  };
  await Promise.all(
    Array.from({ length: cores }, (_, core) => onCore({ seeds: seeds.filter((seed) => seed % cores === core) }, take)),
  );
  console.info(`${sum.purchases} purchases in ${sum.seeds} seeds`);
  for (const [what, count] of Object.entries(met)) console.info(`  ${what}: ${count}`);
  sayLast('soak:money', {
    good: 'ledger difference 0, nothing broken',
    faults: [
      ...(sum.difference === 0 ? [] : [`ledger difference ${sum.difference}`]),
      ...(sum.broken === 0 ? [] : [`${sum.broken} rules broken`]),
      ...(sum.seeds === seeds.length ? [] : [`${seeds.length - sum.seeds} of ${seeds.length} seeds did not end`]),
    ],
  });
}

function onCore(share: Share, take: (done: Done) => void): Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { workerData: share });
  thread.on('message', take);
  return new Promise((done, fail) => thread.once('error', fail).once('exit', () => done()));
}

async function runShare({ seeds }: Share): Promise<void> {
  // The product logs each failure that it handles, and here there are thousands.
  Object.assign(console, { log: () => undefined, warn: () => undefined, error: () => undefined });
  const tell = parentPort!.postMessage.bind(parentPort);
  for (const seed of seeds) tell({ ...(await runWorld({ seed, purchases: EACH })), seed } satisfies Done);
}
