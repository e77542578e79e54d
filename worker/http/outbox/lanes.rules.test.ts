import { expect, test } from 'vitest';
import { OUTBOX_PURPOSES } from '../../../drizzle/vocabulary.ts';
import { LANES, laneOf, MAY_USE, RATES, SHARES } from './lanes.rules.ts';

test.each([
  ['a sign-in code', { purpose: 'account', is_shared: false }, 'codes'],
  ['a message about money or a deadline', { purpose: 'money', is_shared: false }, 'trade'],
  ['news of a cancelled or moved night', { purpose: 'product', is_shared: true }, 'nights'],
  ['a reminder', { purpose: 'product', is_shared: false }, 'news'],
] as const)('%s has its own lane', (_, message, lane) => {
  expect(laneOf(message)).toBe(lane);
});

test('every lane is used by at least one kind of message', () => {
  const used = OUTBOX_PURPOSES.flatMap((purpose) => [true, false].map((is_shared) => laneOf({ purpose, is_shared })));
  expect(new Set(used)).toEqual(new Set(LANES));
  expect(Object.keys(RATES)).toEqual([...LANES]);
});

test('no message uses the daily share of a more urgent lane', () => {
  expect(Object.values(SHARES).reduce((sum, share) => sum + share, 0)).toBe(100);
  LANES.forEach((lane, at) => {
    const moreUrgent = LANES.slice(0, at);
    expect(moreUrgent.filter((other) => (MAY_USE[lane] as readonly string[]).includes(other))).toEqual([]);
    expect(MAY_USE[lane]).toContain(lane);
  });
});

test('strangers who sign up cannot use up the messages for account codes, for money or for changed nights', () => {
  expect(MAY_USE.sign_ups).toEqual(['sign_ups', 'news']);
});
