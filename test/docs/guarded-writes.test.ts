import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const SOURCES = globSync('{drizzle,migrations,worker}/**/*.{ts,sql}').filter((path) => !path.endsWith('.test.ts'));

function filesWith(pattern: RegExp): string[] {
  expect(SOURCES.length).toBeGreaterThan(400);
  return SOURCES.filter((path) => pattern.test(read(path)));
}

function deletersOf(table: string): string[] {
  const name = table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const written = new RegExp(
    `\\.delete\\((?:\\w+\\.)?${table}\\)|deleteSome\\(\\w+, ${table}\\b|delete from (?:\\$\\{${table}\\}|["\`]?${name}\\b)`,
    'i',
  );
  return filesWith(written).filter((path) => path.endsWith('.ts'));
}

// These rows are deleted only together with their event. No trigger would correct the counts and the holds after the
// deletion of a single row.
test.each(['listings', 'waitlistOffers'])('no code deletes rows of %s', (table) => {
  expect(deletersOf(table)).toEqual([]);
});

test('code deletes waitlist entries only while they are unconfirmed', () => {
  const deleters = deletersOf('waitlist');
  expect(deleters).toEqual(['worker/features/nights/waitlist/confirm-place.db.ts']);
  expect(read(deleters[0]!)).toContain('deleteSome(db, waitlist, and(isUnconfirmed, ');
});

test.each([
  {
    title: 'deleting an event deletes a ticket request only after its tickets were returned',
    table: 'ticketRequests',
    file: 'worker/http/shared/trade/sales-of-event.ts',
    guard: 'inArray(ticketRequests.status, [...RETURNED])',
  },
  {
    title: 'a card of a squad is not deleted while its status is awaiting or authorized',
    table: 'squadCards',
    file: 'worker/http/shared/trade/leave-squads.ts',
    guard: "open.status in ('awaiting', 'authorized')",
  },
  {
    title: 'a kept card is not deleted while it can pay',
    table: 'keptCards',
    file: 'worker/features/trade/kept-cards/kept-cards.db.ts',
    guard: "eq(keptCards.status, 'ended')",
  },
])('$title', ({ table, file, guard }) => {
  expect(deletersOf(table)).toEqual([file]);
  expect(read(file)).toContain(guard);
});

const WRITERS = {
  'worker/features/nights/events/cancel-event.db.ts': 'passGuard',
  'worker/features/nights/events/guard-edit.db.ts': 'asked_edit',
  'worker/features/nights/events/save-event.db.ts': 'passGuard',
  'worker/features/nights/changes/tell-event-changes.db.ts': 'moved_at',
  'worker/features/nights/images/images.db.ts': 'image_url',
  'worker/features/nights/ingest/ingest.db.ts': 'has_sales',
  'worker/features/nights/venues/merge-venue.db.ts': 'staysInCity',
};

test('every file that updates events contains the guard that protects buyers', () => {
  expect(filesWith(/\.update\(events\)/).toSorted()).toEqual(Object.keys(WRITERS).toSorted());
  for (const [path, guard] of Object.entries(WRITERS)) expect(read(path)).toContain(guard);
});

// A statement with "or ignore" also ignores errors in its triggers. A ledger transfer could then silently lose one of
// its two entries.
test('no statement is written with "or ignore"', () => {
  expect(filesWith(/\bor\s+(ignore|replace)\b|\borIgnore\b/i)).toEqual([]);
});
