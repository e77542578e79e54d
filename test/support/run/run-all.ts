import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { endTree, OWN_TREE } from '../../../worker/local/processes/end-tree.ts';
import { program } from '../../../worker/local/processes/program.ts';
import { check } from './checks.ts';
import { findChromium } from '../chromium.ts';
import { BROWSER, HISTORIES, REPORTS, type Runner, SOAK, type Tally, UNIT_AND_WEB, WORKER } from './test-runners.ts';

/**
 * Each list runs from its first runner to its last, beside the other. The Worker's tests use one core, so nothing else
 * stands beside them and the browser tests: both lists end at about the same time on two cores.
 */
const LANES: Runner[][] = [[WORKER], [BROWSER, SOAK, HISTORIES, UNIT_AND_WEB]];
/** How much of its output is repeated if a runner failed and named no test. */
const LAST_LINES = 25;
/** How many of the slowest tests the end names. */
const SLOWEST = 10;

const running = new Set<ChildProcess>();

/** Seconds since `began`, a value of `performance.now()`. */
const secondsSince = (began: number) => Math.round((performance.now() - began) / 1000);

/**
 * Runs a test runner once and counts its results from its JSON report. A missing report counts as one failure. Its
 * output is shown at its end, so that two do not mix.
 */
async function runTests(runner: Runner): Promise<Tally> {
  const { isGood, lastLines } = await runOnce(runner);
  const failure = `It ended so:\n${lastLines}`;
  const broken = { title: runner.name, ms: 0, alone: runner.command.join(' '), failure };
  try {
    const tally = runner.count(JSON.parse(readFileSync(runner.report, 'utf8')) as never);
    if (isGood || tally.failed > 0) return tally;
    return { ...tally, failed: 1, tests: [...tally.tests, broken] };
  } catch {
    return { passed: 0, failed: 1, tests: [broken] };
  }
}

async function runOnce({ name, command, silence }: Runner): Promise<{ isGood: boolean; lastLines: string }> {
  const output: string[] = [];
  const [first = '', ...args] = command;
  const began = performance.now();
  // As a tree of its own, so that its runtimes and browsers can be ended with it.
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
  // Processes that a stopped runner leaves behind can keep its output open.
  await Promise.race([closed, new Promise((done) => setTimeout(done, 2000))]);
  clearTimeout(timer);
  const how = isSilent ? `ended after ${silence} minutes of silence` : `took ${secondsSince(began)} s`;
  process.stdout.write(`\n== ${name}\n${output.join('')}\n== ${name}: ${how}\n`);
  child.stdout.destroy();
  child.stderr.destroy();
  const lastLines = output.join('').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  return { isGood: code === 0, lastLines };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) void endTree(child);
    process.exit(1);
  });
}

async function runLane(runners: readonly Runner[]): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const runner of runners) tallies.push(await runTests(runner));
  return tallies;
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['CHROME_PATH'] = findChromium();

console.log('== checks');
const start = performance.now();
const { isBuilt, failures, ...checked } = await check();
console.log(`\n== checks: took ${secondsSince(start)} s`);
// The browser tests use this build and make none of their own.
if (isBuilt) process.env['IS_BUILT'] = 'yes';
const checks = failures.map((title) => ({ title, ms: 0, alone: 'npm run check', failure: 'Its output stands above.' }));
const tallies = [{ ...checked, tests: checks }, ...(await Promise.all(LANES.map(runLane))).flat()];

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
