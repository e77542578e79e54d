import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { READS_IN_A_BLOCK } from '../../worker/http/limits/count-reads.ts';

const config = readFileSync('wrangler.toml', 'utf8');
const document = readFileSync('docs/operations.md', 'utf8');

/** Limits whose binding is called once for every ten requests. */
const IN_BLOCKS = /READ|NEW_VISITORS/;

const limits = [
  ...config.matchAll(/name = "(\w+)"\nnamespace_id = "\d+"\nsimple = \{ limit = (\d+), period = (\d+) \}/g),
].map(([, name = '', most, seconds]) =>
  [name, Number(most) * (IN_BLOCKS.test(name) ? READS_IN_A_BLOCK : 1), seconds].join(' '),
);

test('the table of limits in the documents agrees with the Worker’s configuration', () => {
  const rows = [...document.matchAll(/^\| `((?:LIMIT|CEILING)_\w+)` \| (\d+) \| (\d+) \|/gm)].map(([, ...cells]) =>
    cells.join(' '),
  );
  expect(limits.length).toBeGreaterThan(0);
  expect(new Set(rows)).toEqual(new Set(limits));
});

test('the limit of one person is far below the limit of an IP address', () => {
  const most = Object.fromEntries(limits.map((row) => [row.split(' ')[0]!, Number(row.split(' ')[1])]));
  expect(most['CEILING_READ']! / most['LIMIT_READ']!).toBeGreaterThan(20);
  expect(most['CEILING_FORM']! / most['LIMIT_FORM']!).toBeGreaterThan(20);
});
