import { expect, test } from 'vitest';
import { SHARES } from '../outbox/lanes.rules.ts';
import { studentsServed } from './mail-capacity.ts';
test('the share of mails that serves the fewest students limits how many students can be served', () => {
  expect(studentsServed(5000)).toBe(10_000);
  expect(studentsServed(5000, { ...SHARES, codes: 5, trade: 25 })).toBe(5000);
  expect(studentsServed(5000, { ...SHARES, sign_ups: 20, codes: 20, trade: 40, nights: 5, news: 15 })).toBe(2500);
  expect(studentsServed(0)).toBe(0);
});
