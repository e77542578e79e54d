import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that delete rows of a table themselves. */
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

// No trigger takes back what these rows have counted or hold, because they go with their event alone, whose cards and
// stock go too.
test.each(['listings', 'waitlistOffers'])('no code deletes rows of %s', (table) => {
  expect(deletersOf(table)).toEqual([]);
});

test('only entries of a waitlist that nobody has confirmed are deleted, which were never offered tickets', () => {
  const deleters = deletersOf('waitlist');
  expect(deleters).toEqual(['worker/features/nights/waitlist/confirm-place.db.ts']);
  expect(readFileSync(deleters[0]!, 'utf8')).toContain('deleteSome(db, waitlist, and(isUnconfirmed, ');
});

test('a deleted event takes only requests that have returned their tickets', () => {
  const deleters = deletersOf('ticketRequests');
  expect(deleters).toEqual(['worker/features/nights/events/delete-event.db.ts']);
  expect(readFileSync(deleters[0]!, 'utf8')).toContain('inArray(ticketRequests.status, [...RETURNED])');
});
