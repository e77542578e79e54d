import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Rule {
  sentence: string;
  file: string;
  name: string;
}

const LEAST_RULES = 20;
const ROW = /^\| (?<sentence>[^|]+) \| `(?<file>[^`|]+)`: (?<name>[^|]+) \|$/;

/** The rows of the table of rules. A row that names no test has no file. */
function rulesOf(page: string): Rule[] {
  const [, , ...table] = page.split('\n').filter((line) => line.startsWith('|'));
  return table.map((line) => Object.assign({ sentence: line, file: '', name: '' }, ROW.exec(line)?.groups));
}

/** The sentences whose test does not exist under its exact name. */
function unproven(rules: readonly Rule[]): string[] {
  return rules
    .filter(({ file, name }) => !file || !existsSync(file) || !hasTest(readFileSync(file, 'utf8'), name))
    .map(({ sentence }) => sentence);
}

/** Whether a source has a test of this name: the first argument of a call, on a line of its own or behind the call. */
function hasTest(source: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) => source.includes(`(${quote}${name}${quote},`) || source.includes(`  ${quote}${name}${quote},\n`));
}

const rules = rulesOf(readFileSync('docs/money-rules.md', 'utf8'));

test('each sentence about money names a test that exists', () => {
  expect(rules.length).toBeGreaterThanOrEqual(LEAST_RULES);
  expect(unproven(rules)).toEqual([]);
});

test('no sentence stands twice', () => {
  expect(new Set(rules.map(({ sentence }) => sentence)).size).toBe(rules.length);
});

test('a sentence without a test, with an unknown file and with a test of another name is found', () => {
  const known = rules[0]!;
  const page = [
    '| rule | test |',
    '|---|---|',
    `| Fine. | \`${known.file}\`: ${known.name} |`,
    '| No test. | |',
    '| No file. | `test/none.test.ts`: nothing |',
    `| Another name. | \`${known.file}\`: ${known.name.slice(1)} |`,
  ];
  expect(unproven(rulesOf(page.join('\n')))).toEqual(['| No test. | |', 'No file.', 'Another name.']);
});
