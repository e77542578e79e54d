import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { check } from './check.ts';
import { findChromium } from './chromium.ts';
import { failuresOfPlaywright, failuresOfVitest, type PlaywrightReport, type VitestReport } from './failures.ts';

interface Tally {
  passed: number;
  failed: number;
  /** The names of what failed and the beginnings of their messages, which the end of the output repeats. */
  failures: string[];
}

interface Runner {
  name: string;
  command: string[];
  /** Minutes of silence after which it is ended. Each runner prints a line for each file or test. */
  silence: number;
  report: string;
  count: (json: never) => Tally;
}

const REPORTS = '.artifacts/reports';
/** Each part of the Worker's tests starts a runtime of its own, and reads and translates the same files as the others. */
const PARTS = [1, 2];
/** Three fill two cores: the minute of use mostly waits, and each part of the Worker's tests begins by reading files. */
const AT_ONCE = 3;
/** How often a runner that stands still is begun anew. */
const TRIES = 4;
/** How much of its output is repeated if a runner failed and named no test. */
const LAST_LINES = 25;

/**
 * Runs a test runner and counts its results from its JSON report. A missing report counts as one failure. A runner that stands still is
 * ended. If it has written its report, the report counts; otherwise it runs again. Of a `quiet` runner the output is shown at its end, so
 * that two do not mix.
 */
async function runTests(runner: Runner, how?: 'quiet'): Promise<Tally> {
  let ended = await runUntil(runner, how);
  for (let tries = 1; ended.as === 'late' && !existsSync(runner.report) && tries < TRIES; tries++) ended = await runUntil(runner, how);
  const failures = [`${runner.name} ended so:\n${ended.lastLines}`];
  try {
    const tally = runner.count(JSON.parse(readFileSync(runner.report, 'utf8')) as never);
    if (tally.failed > 0) return tally.failures.length > 0 ? tally : { ...tally, failures };
    return ended.as === 'failed' ? { ...tally, failed: 1, failures } : tally;
  } catch {
    return { passed: 0, failed: 1, failures };
  }
}

async function runUntil(
  { name, command, silence }: Runner,
  how?: 'quiet',
): Promise<{ as: 'passed' | 'failed' | 'late'; lastLines: string }> {
  const isQuiet = how === 'quiet';
  const output = [`\n== ${name}\n`];
  if (!isQuiet) process.stdout.write(output[0]!);
  const [program = '', ...parts] = command;
  // In a group of its own, so that its runtimes and browsers can be ended with it.
  const began = performance.now();
  const child = spawn(program, parts, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  let isLate = false;
  const stop = () => {
    isLate = true;
    endGroup(child);
  };
  let timer = setTimeout(stop, silence * 60_000);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      clearTimeout(timer);
      timer = setTimeout(stop, silence * 60_000);
      output.push(text);
      if (!isQuiet) process.stdout.write(text);
    });
  }
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  running.delete(child);
  // Processes that a stopped runner leaves behind can keep its output open.
  await Promise.race([closed, new Promise((done) => setTimeout(done, 2000))]);
  clearTimeout(timer);
  if (isQuiet) process.stdout.write(output.join(''));
  console.log(`\n== ${name}: ${isLate ? `ended after ${silence} minutes of silence` : `took ${seconds(began)} s`}`);
  child.stdout.destroy();
  child.stderr.destroy();
  const lastLines = output.join('').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
  return { as: isLate ? 'late' : code === 0 ? 'passed' : 'failed', lastLines };
}

const running = new Set<ChildProcess>();

/** Whole seconds since `began`, a value of `performance.now()`. */
const seconds = (began: number) => Math.round((performance.now() - began) / 1000);

function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running.forEach(endGroup);
    process.exit(1);
  });
}

/**
 * Runs a few at once, each beginning when another has ended. The `last` runner, which fills the machine, begins as soon as one other at
 * most is left.
 */
async function runAll(runners: readonly Runner[], last: Runner): Promise<Tally[]> {
  const waiting = [...runners];
  const tallies: Tally[] = [];
  let left = AT_ONCE;
  const takeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) tallies.push(await runTests(next, 'quiet'));
    left -= 1;
    if (left === 1) tallies.push(await runTests(last));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return tallies;
}

/** Vitest with these arguments. Its report is named after `as`. */
const vitest = (name: string, { as, args, silence }: { as: string; args: string[]; silence: number }): Runner => {
  const report = `${REPORTS}/vitest-${as}.json`;
  return {
    name,
    command: ['vitest', 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    silence,
    report,
    count: (json: VitestReport) => ({ passed: json.numPassedTests, failed: json.numFailedTests, failures: failuresOfVitest(json) }),
  };
};

// Its files take minutes, so it prints a line for each test.
const HISTORIES = vitest('random histories of payments', { as: 'soak', args: ['--project=soak', '--reporter=verbose'], silence: 4 });

const SOAK: Runner = {
  name: 'a minute of use while the server is killed',
  command: ['node', 'test/soak/use.ts', ...'--seconds 60 --kills 3 --people 40 --seed 1'.split(' '), '--report', `${REPORTS}/soak.json`],
  silence: 6,
  report: `${REPORTS}/soak.json`,
  count: (tally: Pick<Tally, 'passed' | 'failed'>) => ({ ...tally, failures: [] }),
};

const partOfWorker = (part: number): Runner =>
  vitest(`Worker tests, part ${part} of ${PARTS.length}`, {
    as: `worker-${part}`,
    args: ['--project=worker', `--shard=${part}/${PARTS.length}`],
    silence: 2,
  });

const UNIT_AND_WEB = vitest('unit and React tests', { as: 'unit-and-web', args: ['--project=unit', '--project=web'], silence: 2 });

const BROWSER_TESTS: Runner = {
  name: 'browser tests',
  command: ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'],
  silence: 5,
  report: `${REPORTS}/playwright.json`,
  count: (json: PlaywrightReport) => ({
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    failures: failuresOfPlaywright(json),
  }),
};

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['CHROME_PATH'] = findChromium();

console.log('== checks');
const start = performance.now();
const checked = await check();
console.log(`\n== checks: took ${seconds(start)} s`);
// The browser tests use this build and make none of their own.
if (checked.isBuilt) process.env['IS_BUILT'] = 'yes';
const tallies = [checked, ...(await runAll([SOAK, ...PARTS.map(partOfWorker), HISTORIES, UNIT_AND_WEB], BROWSER_TESTS))];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
for (const failure of tallies.flatMap((tally) => tally.failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n== all: took ${seconds(start)} s`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
