import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hasTest, isTitleOf, readRequirements, requirementsOf } from '../support/run/asvs.ts';

const requirements = readRequirements();

test('our list of ASVS requirements has 70 of level 1, 183 of level 2 and 92 of level 3', () => {
  expect(([1, 2, 3] as const).map((level) => requirementsOf(level).length)).toEqual([70, 183, 92]);
});

test('docs/asvs.md lists exactly the requirements of levels 1 and 2, each once and with its level', () => {
  const asked = ([1, 2] as const).flatMap((level) => requirementsOf(level).map((id) => `${id} ${level}`));
  expect(requirements.map(({ id, level }) => `${id} ${level}`).toSorted()).toEqual(asked.toSorted());
});

test('every requirement in docs/asvs.md has a description, and either tests or a sentence with a reason', () => {
  const unshown = requirements.filter(
    ({ asks, tests, reason }) => asks.length < 10 || (tests.length === 0 && !/^[A-Z`].{15,}\.$/.test(reason)),
  );
  expect(unshown).toEqual([]);
});

test('every test that docs/asvs.md names is in the file that it names', () => {
  const named = requirements.flatMap(({ id, tests }) => tests.map((each) => ({ id, ...each })));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((each) => !existsSync(each.file) || !hasTest(each))).toEqual([]);
});

test('a row without a test gives a reason that names no test file', () => {
  expect(requirements.filter(({ reason }) => /\.(test|spec)\.tsx?/.test(reason)).map(({ id }) => id)).toEqual([]);
});

test('a test title with placeholders matches the titles that its cases get', () => {
  const named = { file: '', title: 'a ban of %s is (well) refused in $code' };
  expect(isTitleOf('a ban of ten days is (well) refused in a.b', named)).toBe(true);
  expect(isTitleOf('a ban of ten days is (well) taken in a.b', named)).toBe(false);
});
