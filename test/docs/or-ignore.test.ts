import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// A statement with "or ignore" also ignores errors in its triggers. A ledger transfer could then silently lose one of
// its two entries.
test('no statement is written with "or ignore"', () => {
  const sources = globSync('{drizzle,migrations,worker}/**/*.{ts,sql}').filter((path) => !path.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(400);
  const broken = sources.filter((path) => /\bor\s+(ignore|replace)\b|\borIgnore\b/i.test(readFileSync(path, 'utf8')));
  expect(broken).toEqual([]);
});
