import { expect, test } from 'vitest';
import { stripAt, toE164 } from './people.ts';

test.each([
  ['(617) 555-0100', '+16175550100'],
  ['1 617 555 0100', '+16175550100'],
  ['+44 20 7946 0958', '+442079460958'],
  ['555-0100', null],
  ['+0 123 456 789', null],
  ['117 555 0100', null],
])('%s is %s in E.164', (typed, e164) => {
  expect(toE164(typed)).toBe(e164);
});

test('every @ of a handle is stripped', () => {
  expect(stripAt('@@a.student@bu')).toBe('a.studentbu');
});
