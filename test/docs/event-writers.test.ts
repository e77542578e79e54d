import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that update events, each with how it protects the buyers of an event with sales. */
const WRITERS = {
  'worker/features/nights/events/cancel-event.db.ts': 'passGuard',
  'worker/features/nights/events/guard-edit.db.ts': 'asked_edit',
  'worker/features/nights/events/save-event.db.ts': 'passGuard',
  'worker/features/nights/changes/tell-event-changes.db.ts': 'moved_at',
  'worker/features/nights/images/images.db.ts': 'image_url',
  'worker/features/nights/ingest/ingest.db.ts': 'has_sales',
  'worker/features/nights/venues/merge-venue.db.ts': 'staysInCity',
};

test('every file that updates events is listed with how it protects buyers', () => {
  const found = globSync('worker/**/*.ts').filter((path) => /\.update\(events\)/.test(readFileSync(path, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
  for (const [path, guard] of Object.entries(WRITERS)) expect(readFileSync(path, 'utf8')).toContain(guard);
});
