import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { check } from './check.ts';
import { findChromium } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
}

const REPORTS = '.artifacts/reports';
/** Minutes after which a runner is ended. On two cores a part of Vitest takes one or two and the browser tests take eight. */
const MOST_MINUTES = { vitest: 4, playwright: 15 };
/** Vitest runs in parts, because a runtime of the Worker that has run very many files does not always end. */
const PARTS = [1, 2, 3, 4, 5, 6];

/**
 * Runs a test runner and counts its results from its JSON report. A missing report counts as one failure. A runner that does not end in
 * time is ended. If it has written its report, the report counts; otherwise it runs once more.
 */
function runTests(name: string, command: [keyof typeof MOST_MINUTES, ...string[]], report: string, count: (json: never) => Tally): Tally {
  console.log(`\n== ${name}`);
  const first = runUntil(command);
  if (first === 'late' && !existsSync(report))
    console.log(`\n== ${name}: did not end in ${MOST_MINUTES[command[0]]} minutes, so once more`);
  const end = first === 'late' && !existsSync(report) ? runUntil(command) : first;
  try {
    const tally = count(JSON.parse(readFileSync(report, 'utf8')) as never);
    return end !== 'failed' || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function runUntil([program, ...parts]: [keyof typeof MOST_MINUTES, ...string[]]): 'passed' | 'failed' | 'late' {
  const limit = { timeout: MOST_MINUTES[program] * 60_000, killSignal: 'SIGKILL' } as const;
  const { status, error } = spawnSync(program, parts, { stdio: ['ignore', 'inherit', 'inherit'], env: process.env, ...limit });
  if (error && 'code' in error && error.code === 'ETIMEDOUT') return 'late';
  return status === 0 ? 'passed' : 'failed';
}

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['CHROME_PATH'] = findChromium();

console.log('== checks');
const checked = await check();
// The browser tests use this build and make none of their own.
if (checked.isBuilt) process.env['IS_BUILT'] = 'yes';
const tallies = [
  checked,
  ...PARTS.map((part) =>
    runTests(
      `unit, Worker and React tests, part ${part} of ${PARTS.length}`,
      [
        'vitest',
        'run',
        `--shard=${part}/${PARTS.length}`,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${REPORTS}/vitest-${part}.json`,
      ],
      `${REPORTS}/vitest-${part}.json`,
      (json: { numPassedTests: number; numFailedTests: number }) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
    ),
  ),
  runTests(
    'browser tests',
    ['playwright', 'test', '-c', 'test/e2e/playwright.config.ts'],
    `${REPORTS}/playwright.json`,
    (json: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
      passed: json.stats.expected + json.stats.flaky,
      failed: json.stats.unexpected,
    }),
  ),
];
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
