import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { check } from './check.ts';
import { findChromium } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
}

interface Runner {
  name: string;
  command: string[];
  /** Minutes after which it is ended. */
  most: number;
  report: string;
  count: (json: never) => Tally;
}

const REPORTS = '.artifacts/reports';
/** Vitest runs in parts, because a runtime of the Worker that has run very many files does not always end. Two parts fill two cores. */
const PARTS = [1, 2, 3, 4, 5, 6];
const AT_ONCE = 2;

/**
 * Runs a test runner and counts its results from its JSON report. A missing report counts as one failure. A runner that does not end in
 * time is ended. If it has written its report, the report counts; otherwise it runs once more. Of a `quiet` runner the output is shown at
 * its end, so that two do not mix.
 */
async function runTests(runner: Runner, how?: 'quiet'): Promise<Tally> {
  const first = await runUntil(runner, how);
  const end = first === 'late' && !existsSync(runner.report) ? await runUntil(runner, how) : first;
  try {
    const tally = runner.count(JSON.parse(readFileSync(runner.report, 'utf8')) as never);
    return end !== 'failed' || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function runUntil({ name, command, most }: Runner, how?: 'quiet'): Promise<'passed' | 'failed' | 'late'> {
  const isQuiet = how === 'quiet';
  if (!isQuiet) console.log(`\n== ${name}`);
  const [program = '', ...parts] = command;
  const limit = { timeout: most * 60_000, killSignal: 'SIGKILL' } as const;
  const stdout = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(program, parts, { stdio: ['ignore', stdout, isQuiet ? 'pipe' : 'inherit'], ...limit });
  const output = isQuiet ? Promise.all([text(child.stdout!), text(child.stderr!)]) : null;
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (output) console.log(`\n== ${name}\n${(await output).join('\n')}`);
  if (signal === 'SIGKILL') {
    console.log(`\n== ${name}: did not end in ${most} minutes`);
    return 'late';
  }
  return code === 0 ? 'passed' : 'failed';
}

/** Runs a few at once, each beginning when another has ended. */
async function runInTurn(runners: readonly Runner[]): Promise<Tally[]> {
  const waiting = [...runners];
  const tallies: Tally[] = [];
  const takeNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) tallies.push(await runTests(next, 'quiet'));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
  return tallies;
}

const partOfVitest = (part: number): Runner => {
  const report = `${REPORTS}/vitest-${part}.json`;
  return {
    name: `unit, Worker and React tests, part ${part} of ${PARTS.length}`,
    command: ['vitest', 'run', `--shard=${part}/${PARTS.length}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    most: 6,
    report,
    count: (json: { numPassedTests: number; numFailedTests: number }) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
  };
};

const BROWSER_TESTS: Runner = {
  name: 'browser tests',
  command: ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'],
  most: 15,
  report: `${REPORTS}/playwright.json`,
  count: (json: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
  }),
};

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['CHROME_PATH'] = findChromium();

console.log('== checks');
const checked = await check();
// The browser tests use this build and make none of their own.
if (checked.isBuilt) process.env['IS_BUILT'] = 'yes';
const tallies = [checked, ...(await runInTurn(PARTS.map(partOfVitest))), await runTests(BROWSER_TESTS)];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
