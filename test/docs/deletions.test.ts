import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns the files that delete rows of a table. */
function deletersOf(table: string): string[] {
  const name = table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const written = new RegExp(
    `\\.delete\\((?:\\w+\\.)?${table}\\)|deleteSome\\(\\w+, ${table}\\b|delete from (?:\\$\\{${table}\\}|["\`]?${name}\\b)`,
    'i',
  );
  const sources = globSync('{drizzle,worker}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(400);
  return sources.filter((path) => written.test(readFileSync(path, 'utf8')));
}

// These rows are deleted only together with their event, so no trigger corrects counts and holds for a single deletion.
test.each(['listings', 'waitlistOffers'])('no code deletes rows of %s', (table) => {
  expect(deletersOf(table)).toEqual([]);
});

test('the only waitlist entries that code deletes are unconfirmed ones, which were never offered tickets', () => {
  const deleters = deletersOf('waitlist');
  expect(deleters).toEqual(['worker/features/nights/waitlist/confirm-place.db.ts']);
  expect(readFileSync(deleters[0]!, 'utf8')).toContain('deleteSome(db, waitlist, and(isUnconfirmed, ');
});

test('deleting an event deletes only requests that have returned their tickets', () => {
  const deleters = deletersOf('ticketRequests');
  expect(deleters).toEqual(['worker/http/shared/trade/sales-of-event.ts']);
  expect(readFileSync(deleters[0]!, 'utf8')).toContain('inArray(ticketRequests.status, [...RETURNED])');
});
