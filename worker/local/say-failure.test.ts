import { expect, test } from 'vitest';
import { failureOf } from './say-failure.ts';

test('the message of a failure includes its causes', () => {
  const closed = new Error('other side closed');
  expect(failureOf(new Error('fetch failed', { cause: closed }))).toBe('fetch failed (other side closed)');
  expect(failureOf(new Error('The build failed.'))).toBe('The build failed.');
  expect(failureOf('a text')).toBe('a text');
});
