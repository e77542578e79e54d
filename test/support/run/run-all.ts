import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { endTree, OWN_TREE } from '../../../worker/local/processes/end-tree.ts';
import { program } from '../../../worker/local/processes/program.ts';
import { check } from './checks.ts';
import { findChromium } from '../chromium.ts';
import { folderInMemory, removeFolder } from './folder-in-memory.ts';
import {
  BROWSER,
  HISTORIES,
  REPORTS,
  type Runner,
  SOAK,
  type Tally,
  UNIT_AND_WEB,
  workerTests,
} from './test-runners.ts';

/**
 * The lists run in parallel, each in order, and keep two processors busy. More lists would slow down all of them,
 * because they share the processors' caches.
 */
const LISTS: Runner[][] = [
  [workerTests(1), SOAK, UNIT_AND_WEB, HISTORIES],
  [workerTests(2), BROWSER],
];
/** The summary repeats this many lines of output if a runner failed without naming a test. */
const LAST_LINES = 25;
const SLOWEST = 10;

const running = new Set<ChildProcess>();

const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000);

/** Runs a runner and counts its tests. A missing report counts as one failure. */
async function runTests(runner: Runner): Promise<Tally> {
  const { isGood, lastLines } = await runOnce(runner);
  const failure = `Last lines of its output:\n${lastLines}`;
  const broken = { title: runner.name, ms: 0, alone: runner.command.join(' '), failure };
  try {
    const tally = runner.count(JSON.parse(readFileSync(runner.report, 'utf8')) as never);
    if (isGood || tally.failed > 0) return tally;
    return { ...tally, failed: 1, tests: [...tally.tests, broken] };
  } catch {
    return { passed: 0, failed: 1, tests: [broken] };
  }
}

/** Prints the output of a runner at its end, so that the outputs of two runners do not mix. */
async function runOnce({ name, command, silence }: Runner): Promise<{ isGood: boolean; lastLines: string }> {
  const output: string[] = [];
  const [first = '', ...args] = command;
  const began = performance.now();
  // The runner gets its own process tree, so that its runtimes and browsers can be ended with it.
  const child = spawn(...program(first, args), { ...OWN_TREE, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let isSilent = false;
  const stop = () => {
    isSilent = true;
    void endTree(child);
  };
  let timer = setTimeout(stop, silence * 60_000);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      clearTimeout(timer);
      timer = setTimeout(stop, silence * 60_000);
      output.push(text);
    });
  }
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  running.delete(child);
  // Processes left behind by a stopped runner can keep its output open.
  await Promise.race([closed, new Promise((done) => setTimeout(done, 2000))]);
  clearTimeout(timer);
  const how = isSilent ? `ended after ${silence} minutes of silence` : `took ${secondsSince(began)} s`;
  process.stdout.write(`\n== ${name}\n${output.join('')}\n== ${name}: ${how}\n`);
  child.stdout.destroy();
  child.stderr.destroy();
  const lastLines = output.join('').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  return { isGood: code === 0, lastLines };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) void endTree(child);
    process.exit(1);
  });
}

async function runInOrder(runners: readonly Runner[]): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const runner of runners) tallies.push(await runTests(runner));
  return tallies;
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['CHROME_PATH'] = findChromium();
// Dozens of processes load the same libraries, so they share a cache of compiled code.
process.env['NODE_COMPILE_CACHE'] ??= resolve('.artifacts/compiled');

// The tested databases are small, but every write waits until it is stored. In memory this takes no time.
const inMemory = folderInMemory();
if (inMemory !== undefined) {
  process.env['TMPDIR'] = inMemory;
  process.once('exit', () => removeFolder(inMemory));
}

console.log('== checks');
const start = performance.now();
const { isBuilt, failures, ...checked } = await check();
console.log(`\n== checks: took ${secondsSince(start)} s`);
// The browser tests use this build instead of making their own.
if (isBuilt) process.env['IS_BUILT'] = 'yes';
const checks = failures.map((title) => ({ title, ms: 0, alone: 'npm run check', failure: 'See its output above.' }));
const tallies: Tally[] = [{ ...checked, tests: checks }];
tallies.push(...(await Promise.all(LISTS.map(runInOrder))).flat());

const tests = tallies.flatMap((tally) => tally.tests);
console.log('\n== the slowest tests');
for (const { title, ms } of tests.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST))
  console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${title}`);
for (const { title, alone, failure } of tests)
  if (failure !== undefined) console.log(`\nFAILED ${title}\n${failure.replaceAll(/^/gm, '  ')}\n  alone: ${alone}`);
console.log(`\n== all: took ${secondsSince(start)} s`);
const [passed, failed] = [
  tallies.reduce((sum, each) => sum + each.passed, 0),
  tallies.reduce((sum, each) => sum + each.failed, 0),
];
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
