import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Rule {
  sentence: string;
  file: string;
  name: string;
}

const ROW = /^\| (?<sentence>[^|]+) \| `(?<file>[^`|]+)`: (?<name>[^|]+) \|$/;

function rulesOf(page: string): Rule[] {
  const [, , ...table] = page.split('\n').filter((line) => line.startsWith('|'));
  return table.map((line) => Object.assign({ sentence: line, file: '', name: '' }, ROW.exec(line)?.groups));
}

function unproven(rules: readonly Rule[]): string[] {
  return rules
    .filter(({ file, name }) => !file || !existsSync(file) || !hasTest(readFileSync(file, 'utf8'), name))
    .map(({ sentence }) => sentence);
}

/** Whether a test that is not skipped has this name. The name is on the line of the call, or alone on its line. */
function hasTest(source: string, name: string): boolean {
  const places = ["'", '"', '`'].flatMap((quote) =>
    [`(${quote}${name}${quote},`, `  ${quote}${name}${quote},\n`].map((text) => source.indexOf(text)),
  );
  return places.some((at) => at >= 0 && RUNS.test(source.slice(source.lastIndexOf('\ntest', at) + 1)));
}

/** `test.skip` and `test.todo` prove nothing. */
const RUNS = /^test(?:\(|\.(?:each|for)[(<])/;

const rules = rulesOf(readFileSync('docs/money-rules.md', 'utf8'));

test('each sentence about money names a test that exists', () => {
  expect(rules.length).toBeGreaterThanOrEqual(20);
  expect(unproven(rules)).toEqual([]);
});

test('no sentence appears twice', () => {
  expect(new Set(rules.map(({ sentence }) => sentence)).size).toBe(rules.length);
});

test('the check finds sentences that name no test, an unknown file or an unknown test', () => {
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

test.each([
  ['test(', true],
  ['test.for([1])(', true],
  ['test.each([1])(', true],
  ['test.each<[string]>([\n  1,\n])(', true],
  ['test.skip(', false],
  ['test.todo(', false],
  ['test.fails(', false],
  ['test.skipIf(true)(', false],
  ['test.skip.each([1])(', false],
  ['test.skip.each([\n  1,\n])(', false],
])('a test that begins with %s proves a sentence: %s', (call, proves) => {
  for (const before of ['', "test.skip('another', () => {});\n"])
    for (const source of [`${call}'a name', () => {});\n`, `${call}\n  'a name',\n  () => {},\n);\n`])
      expect(hasTest(before + source, 'a name')).toBe(proves);
});
