import { expect, test } from 'vitest';
import { stripAt } from './people.ts';

test('every @ is removed from a handle', () => {
  expect(stripAt('@@a.student@bu')).toBe('a.studentbu');
});
