import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { TRAFFIC_BY_VERSION, worseThanBefore } from './compare-versions.ts';

function compare(after: [number, number], ...before: [number, number][]) {
  const results = [after, ...before].map(([requests, errors], at) => {
    return { version: at === 0 ? 'new' : `old-${at}`, requests, errors };
  });
  return worseThanBefore(JSON.stringify([{ results }]), 'new');
}

test.each<[string, [number, number], [number, number][]]>([
  ['a version as good as the previous one', [1000, 3], [[9000, 30]]],
  ['a version with only four errors', [5, 4], [[9000, 0]]],
  ['a version that fails about as often as the versions before it', [100, 30], [[900, 250]]],
  ['a version without any requests yet', [0, 0], [[9000, 0]]],
  ['the only version', [1000, 9], []],
])('the deployment goes on with %s', (_, after, before) => {
  expect(compare(after, ...before)).toBeNull();
});

test('a version that fails more than twice as often as all others together is stopped', () => {
  expect(compare([100, 5], [400, 2], [500, 3])).toBe(
    'The new version fails 5 of 100 requests, the previous one 5 of 900.',
  );
  expect(compare([5, 5])).toContain('fails 5 of 5 requests');
});

test('only the traffic of the last three minutes is counted', () => {
  const db = new DatabaseSync(':memory:');
  for (const name of readdirSync('migrations').toSorted())
    if (name.endsWith('.sql')) db.exec(readFileSync(`migrations/${name}`, 'utf8'));
  db.exec(`INSERT INTO traffic (at, version, requests, errors) VALUES (unixepoch() * 1000, 'new', 7, 2),
    (unixepoch() * 1000 - 60000, 'new', 3, 1), (unixepoch() * 1000 - 600000, 'old', 9, 9)`);
  expect(db.prepare(TRAFFIC_BY_VERSION).all()).toEqual([
    expect.objectContaining({ version: 'new', requests: 10, errors: 3 }),
  ]);
  db.close();
});
