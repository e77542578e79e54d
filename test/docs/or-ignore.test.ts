import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// An outer "or ignore" passes its policy into the triggers: one side of a ledger transfer would be left out without an
// error.
test('no statement is written with "or ignore"', () => {
  const sources = globSync('{drizzle,migrations,worker}/**/*.{ts,sql}').filter((path) => !path.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(400);
  const broken = sources.filter((path) => /\bor\s+(ignore|replace)\b|\borIgnore\b/i.test(readFileSync(path, 'utf8')));
  expect(broken).toEqual([]);
});
