import { expect, test } from 'vitest';
import { cleanName } from './names.ts';

test.each([
  ['A\u202eadmin\u202c student', 'Aadmin student'],
  ['\u2066A\u2067 \u2068student\u2069', 'A student'],
  ['A\u200b\u200c\u200d\u2060\ufeff student', 'A student'],
  ['A\u0000\u0007 \u001b\u0085student\u009f', 'A student'],
  ['  A\t\r\nstudent\u2028 \u00a0', 'A student'],
  ['\u00adA\u061c student\u180e', 'A student'],
  ['\u202e\u200b', ''],
  ['Zoë Nguyễn-O’Brien 李', 'Zoë Nguyễn-O’Brien 李'],
])('the name %j is stored as %j', (typed, stored) => {
  expect(cleanName(typed)).toBe(stored);
});
