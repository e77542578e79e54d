import { expect, test } from 'vitest';
import { stripAt } from './people.ts';

test('every @ of a handle is stripped', () => {
  expect(stripAt('@@a.student@bu')).toBe('a.studentbu');
});
