import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { AREAS } from './areas.ts';
import { choose } from './choose.ts';
import { EQUIVALENTS, isEquivalent } from './equivalents.ts';
import { mutantsOf } from './mutants.ts';
import { tally } from './tally.ts';

const GROUPS = Object.values(AREAS).flat();
const SOURCES = GROUPS.flatMap(({ sources }) => sources);
const changes = (source: string) => mutantsOf('example.ts', source).map(({ change }) => change);

test('mutants change conditions, boundaries, arithmetic, guards, statements and literals', () => {
  expect(changes('export const isIn = (a: number, b: number) => a <= b && a !== 1;')).toEqual([
    '&& → ||',
    '<= → <',
    '!== → ===',
    '1 → 2',
  ]);
  expect(changes('async function f(a) {\n  if (!a) throw new Error();\n  await g(a);\n  return a * 2000;\n}')).toEqual([
    '!a → !(!a)',
    'if (!a) throw new Error(); → ;',
    'await g(a); → ;',
    '* → /',
    '2000 → 4000',
  ]);
});

test('mutants change the conditions of queries, and import the operator that they need', () => {
  const [swapped, ...others] = mutantsOf(
    'example.ts',
    "import { and, lte } from 'drizzle-orm';\nexport const due = (now) => and(lte(at, now), isDue);",
  );
  expect(swapped!.source).toContain("import { or as other_or } from 'drizzle-orm';");
  const changed = ['lte(at, now) → undefined', 'isDue → undefined', 'lte → other_lt'];
  expect(others.map(({ change }) => change)).toEqual(changed);
});

test('mutants change comparisons, negations, `and` and `or` in SQL, but keep the `and` of a `between`', () => {
  const found = changes(
    'const a = sql`where x <= ${y} and not exists (select 1) and t between ${a} and ${b} or z is null`;',
  );
  expect(found).toEqual(
    expect.arrayContaining(['<= → <', 'and → or', 'or → and', 'not exists → exists', 'is null → is not null']),
  );
  expect(found).toContain('and not exists (select 1) → nothing');
  expect(found.filter((change) => change === 'and → or')).toHaveLength(2);
  expect(changes('const a = sql`update t set x = ${y}`;')).toEqual([]);
  expect(changes('const a = sql`WHEN a <> b AND c`;')).toEqual(
    expect.arrayContaining(['<> → =', 'AND → or', 'AND c → nothing']),
  );
});

test('a mutant changes the right characters, even after characters of several bytes', () => {
  const source = "const a: 1 = '“é😀”' as never;\nexport const b = c < d;";
  const changed = { line: 2, before: 'export const b = c < d;', change: '< → <=', source: source.replace('<', '<=') };
  expect(mutantsOf('example.ts', source)).toMatchObject([changed]);
});

test.each(SOURCES)('every mutant of %s parses, differs from its source and is listed once', (file) => {
  const source = readFileSync(file, 'utf8');
  const mutants = mutantsOf(file, source);
  expect(mutants.length).toBeGreaterThan(0);
  expect(new Set([source, ...mutants.map((mutant) => mutant.source)]).size).toBe(mutants.length + 1);
  expect(mutants.filter((mutant) => parseSync(file, mutant.source).errors.length > 0)).toEqual([]);
});

test('each test file in AREAS exists, and each entry of EQUIVALENTS is still a mutant', () => {
  expect(GROUPS.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([]);
  const files = new Set(EQUIVALENTS.map(({ file }) => file));
  const met = SOURCES.filter((file) => files.has(file))
    .flatMap((file) => mutantsOf(file, readFileSync(file, 'utf8')))
    .filter(isEquivalent);
  const name = ({ file, before, change }: (typeof EQUIVALENTS)[number] | (typeof met)[number]) =>
    `${file} ${before} ${change}`;
  expect(EQUIVALENTS.filter((each) => !met.some((mutant) => name(mutant) === name(each)))).toEqual([]);
});

test('a sample depends only on its seed, and another seed gives another sample', () => {
  const all = Array.from({ length: 100 }, (_, at) => at);
  const [first, again, other] = [1, 1, 2].map((seed) => choose(all, { count: 10, seed }));
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  expect(new Set(first).size).toBe(10);
});

test('a mutation run lists the mutants that survived, and fails if fewer than nine in ten died', () => {
  const [mutant] = mutantsOf('example.ts', '\nexport const b = c < d;');
  const judged = (died: number, survived: number) => [
    ...Array.from({ length: died }, () => ({ ...mutant!, area: 'money', outcome: 'died' as const })),
    ...Array.from({ length: survived }, () => ({ ...mutant!, area: 'money', outcome: 'survived' as const })),
  ];
  const { lines, isEnough } = tally(judged(8, 1));
  expect(lines[1]).toMatch(/^money\s+9\s+8\s+1\s+88 %$/);
  expect(lines.at(-1)).toBe('survived: example.ts:2  < → <=\n    export const b = c < d;');
  expect(isEnough).toBe(false);
  expect(tally(judged(9, 1)).isEnough).toBe(true);
  expect(tally([]).isEnough).toBe(false);
});
