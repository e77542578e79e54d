import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { check } from './check.ts';
import { findChromium } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
}

const REPORTS = '.artifacts/reports';

/** Runs a test runner and counts its results from its JSON report. A missing report counts as one failure. */
function runTests(name: string, command: string[], report: string, count: (json: never) => Tally): Tally {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(command[0]!, command.slice(1), { stdio: ['ignore', 'inherit', 'inherit'], env: process.env });
  try {
    const tally = count(JSON.parse(readFileSync(report, 'utf8')) as never);
    return status === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
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
  runTests(
    'unit, Worker and React tests',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS}/vitest.json`],
    `${REPORTS}/vitest.json`,
    (json: { numPassedTests: number; numFailedTests: number }) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
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
