import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that update events, and what guards the buyers of an event with sales there. */
const WRITERS = {
  'worker/features/events/cancel-event.db.ts': 'passGuard',
  'worker/features/events/guard-edit.db.ts': 'asked_edit',
  'worker/features/events/save-event.db.ts': 'passGuard',
  'worker/features/events/tell-event-changes.db.ts': 'moved_at',
  'worker/features/images/images.db.ts': 'image_url',
  'worker/features/ingest/ingest.db.ts': 'has_sales',
  'worker/features/venues/merge-venue.db.ts': 'staysInCity',
};

test('every file that updates events is known, with what guards the buyers there', () => {
  const found = globSync('worker/**/*.ts').filter((path) => /\.update\(events\)/.test(readFileSync(path, 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(WRITERS));
  for (const [path, guard] of Object.entries(WRITERS)) expect(readFileSync(path, 'utf8')).toContain(guard);
});
