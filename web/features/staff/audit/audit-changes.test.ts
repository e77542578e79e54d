import { expect, test } from 'vitest';
import { changesOf } from './audit-changes.ts';

test('only the fields that changed are listed', () => {
  expect(changesOf({ before: { title: 'A', is_published: false }, after: { title: 'A', is_published: true } })).toEqual(
    [{ field: 'is_published', before: 'false', after: 'true' }],
  );
});

test('a created or removed row shows all its fields that have a value', () => {
  expect(changesOf({ before: null, after: { title: 'A', end_at: null } })).toEqual([
    { field: 'title', before: '', after: 'A' },
  ]);
  expect(changesOf({ before: { tags: ['x'] }, after: null })).toEqual([{ field: 'tags', before: '["x"]', after: '' }]);
});
