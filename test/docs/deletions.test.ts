import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// No trigger takes back what these rows have counted or hold, because they go with their event alone, whose cards and stock go too.
test.each(['listings', 'waitlistOffers', 'waitlist'])('no code deletes rows of %s', (table) => {
  const name = table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const written = new RegExp(`\\.delete\\((?:\\w+\\.)?${table}\\)|delete from ["\`]?${name}\\b`, 'i');
  const sources = globSync('{drizzle,worker}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(400);
  expect(sources.filter((path) => written.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('a deleted event takes only requests that have returned their tickets', () => {
  const sources = globSync('worker/**/*.ts').filter((path) => /\.delete\(\w*ticketRequests\)/.test(readFileSync(path, 'utf8')));
  expect(sources).toEqual(['worker/features/nights/events/delete-event.db.ts']);
  expect(readFileSync(sources[0]!, 'utf8')).toContain('inArray(ticketRequests.status, [...RETURNED])');
});
