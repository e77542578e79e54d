import { expect, test } from 'vitest';
import * as v from 'valibot';
import { PersonFields, stripAt } from './people.ts';

test('every @ is removed from a handle', () => {
  expect(stripAt('@@a.student@bu')).toBe('a.studentbu');
});

test.each([
  ['617 555 0100', true],
  ['(617) 555-0100', true],
  ['+44 20 7946 0958', true],
  ['617.555.0100 ext. 12', true],
  ['555', false],
  ['room 12', false],
  ['1234567890123456', false],
])('whether the phone number %s is plausible: %s', (phone, isGood) => {
  expect(v.safeParse(PersonFields.phone, phone).success).toBe(isGood);
});
