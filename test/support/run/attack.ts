import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { program } from '../../../worker/local/processes/program.ts';
import { isTitleOf, type NamedTest, readRequirements, type Requirement } from './asvs.ts';
import { findChromium } from '../chromium.ts';
import type { PlaywrightReport } from './failures.ts';
import { sayLast } from './last-line.ts';

interface Result {
  file: string;
  title: string;
  isPassed: boolean;
}

interface AttackReport {
  testResults: { name: string; status: string; assertionResults: { title: string; status: string }[] }[];
}

const REPORTS = '.artifacts/reports';
const VITEST = `${REPORTS}/attack-vitest.json`;
const BROWSER_TESTS = 'test/e2e/playwright.config.ts';
const PLAYWRIGHT = `${REPORTS}/playwright.json`;

/** A requirement fails if a test of it failed or is missing. With `--no-browser`, its browser tests do not count. */
const requirements = readRequirements();
const named = [...new Set(requirements.flatMap(({ tests }) => tests.map(({ file }) => file)))];
const [browser, others] = [
  named.filter((file) => file.endsWith('.spec.ts')),
  named.filter((file) => !file.endsWith('.spec.ts')),
];

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
process.env['CHROME_PATH'] = findChromium();
const attacks = [...new Set([...globSync('test/attack/**/*.test.ts'), ...others, 'test/docs/asvs.test.ts'])].toSorted();
await run('vitest', ['run', ...attacks, '--reporter=dot', '--reporter=json', `--outputFile.json=${VITEST}`]);
const ranInBrowser = process.argv.includes('--no-browser') ? [] : browser;
if (ranInBrowser.length > 0) await run('playwright', ['test', '-c', BROWSER_TESTS, ...ranInBrowser]);

const results = [
  ...ofVitest(read(VITEST) as AttackReport),
  ...(ranInBrowser.length > 0 ? ofPlaywright(read(PLAYWRIGHT) as PlaywrightReport) : []),
];
const failed = results.filter(({ isPassed }) => !isPassed);
const verdicts = new Map(requirements.map((each) => [each.id, verdictOf(each)]));
print();

async function run(name: string, args: string[]): Promise<void> {
  await once(spawn(...program(name, args), { stdio: 'inherit' }), 'exit');
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function ofVitest({ testResults }: AttackReport): Result[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative('.', name);
    const all = assertionResults.map((each) => ({ file, title: each.title, isPassed: each.status === 'passed' }));
    // A file that failed to load reports no tests.
    return status === 'failed' && all.length === 0 ? [{ file, title: 'the file', isPassed: false }] : all;
  });
}

function ofPlaywright({ suites }: Pick<PlaywrightReport, 'suites'>): Result[] {
  return suites.flatMap((suite) => [
    ...suite.specs.map(({ file, title, ok }) => ({ file: `test/e2e/${file}`, title, isPassed: ok })),
    ...ofPlaywright({ suites: suite.suites ?? [] }),
  ]);
}

function verdictOf({ tests, reason }: Requirement): 'tests' | 'reason' | 'not met' | 'failed' | 'not run' {
  if (reason) return reason.startsWith('Not met') ? 'not met' : 'reason';
  const ran = tests.filter(({ file }) => !browser.includes(file) || ranInBrowser.includes(file));
  if (ran.length === 0) return 'not run';
  return ran.every(hasPassed) ? 'tests' : 'failed';
}

function hasPassed(test: NamedTest): boolean {
  const own = results.filter(({ file, title }) => file === test.file && isTitleOf(title, test));
  return own.length > 0 && own.every(({ isPassed }) => isPassed);
}

function line(name: string, cells: readonly (string | number)[]): void {
  console.log(name.padEnd(10) + cells.map((cell) => String(cell).padStart(10)).join(''));
}

function print(): void {
  const kinds = ['tests', 'reason', 'not met', 'not run', 'failed'] as const;
  const chapters = Map.groupBy(requirements, ({ id }) => id.split('.')[0]!);
  console.log('\nASVS 5.0, levels 1 and 2: how many requirements are proven, by kind of proof');
  line('chapter', ['all', ...kinds]);
  const counts = (rows: Requirement[]) => [
    rows.length,
    ...kinds.map((kind) => rows.filter(({ id }) => verdicts.get(id) === kind).length),
  ];
  for (const [chapter, rows] of chapters) line(chapter, counts(rows));
  line('all', counts(requirements));
  for (const [id, verdict] of verdicts) if (verdict === 'failed') console.log(`${id} failed`);
  for (const { file, title } of failed) console.log(`failed: ${file}: ${title}`);
  const unmet = [...verdicts.values()].filter((verdict) => verdict === 'failed').length;
  console.log('');
  sayLast('attack', {
    good: `${results.length} tests passed, 0 failed`,
    faults: [
      ...(failed.length === 0 ? [] : [`${failed.length} of ${results.length} tests`]),
      ...(unmet === 0 ? [] : [`${unmet} requirements`]),
    ],
  });
}
