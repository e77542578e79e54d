import { expect, test } from 'vitest';
import { SHARES } from '../outbox/lanes.rules.ts';
import { studentsServed } from './mail-capacity.ts';
test('5,000 mails a day serve 10,000 students, and the share that serves the fewest students sets the limit', () => {
  expect(studentsServed(5000)).toBe(10_000);
  expect(studentsServed(5000, { ...SHARES, codes: 5, trade: 25 })).toBe(5000);
  expect(studentsServed(5000, { ...SHARES, sign_ups: 20, codes: 20, trade: 40, nights: 5, news: 15 })).toBe(2500);
  expect(studentsServed(0)).toBe(0);
});
