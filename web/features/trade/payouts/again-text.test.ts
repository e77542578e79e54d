import { expect, test } from 'vitest';
import { againText } from './again-text.ts';

const NOW = new Date('2026-11-27T20:00:00.000Z');

test.each([
  ['2026-12-04T20:00:00.000Z', 'One of your sales failed. You can list again on Friday, December 4, if you owe us'],
  ['2026-11-27T19:59:00.000Z', 'One of your sales failed. You can list again once you owe us nothing'],
  [null, 'You owe us money for a sale that failed. You can list again once you owe us nothing'],
])('a seller whose sale failed reads when they can list again: %s', (lists_again_at, words) => {
  expect(againText(lists_again_at, NOW)).toContain(words);
});
