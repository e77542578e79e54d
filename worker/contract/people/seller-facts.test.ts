import { expect, test } from 'vitest';
import { NO_COUNTS, sellerCard, type SellerCounts, sellerWords } from './seller-facts.ts';

const words = (over: Partial<SellerCounts>) => sellerWords(sellerCard({ ...NO_COUNTS, ...over }, true)!).join(', ');

test('a seller without counts has no card while payments are off, and the card "new seller" while they are on', () => {
  expect(words({})).toBe('new seller');
  expect(sellerCard(NO_COUNTS, false)).toBeNull();
  expect(sellerCard({ ...NO_COUNTS, failed: 1 }, false)).not.toBeNull();
});

test.each<[string, Partial<SellerCounts>]>([
  ['1 night handed over', { events: 1, received: 1 }],
  ['2 nights handed over', { events: 2, received: 4 }],
  ['2 nights handed over, 100% of hand-overs worked', { events: 2, received: 5 }],
  ['11 nights handed over, 98% of hand-overs worked', { events: 11, received: 60, failed: 1 }],
  ['199 nights handed over, 99% of hand-overs worked', { events: 199, received: 199, failed: 1 }],
  ['no night handed over yet', { failed: 1 }],
  ['no night handed over yet, 0% of hand-overs worked', { failed: 5 }],
  ['new seller', { answers_5min: 4 }],
  ['new seller, answers within 5 minutes', { answers_5min: 4, answers_longer: 1 }],
  ['new seller, answers within an hour', { answers_5min: 3, answers_1h: 1, answers_4h: 1 }],
  ['new seller, answers within 4 hours', { answers_1h: 3, answers_4h: 1, unanswered: 1 }],
  ['new seller, answers after more than 4 hours', { answers_4h: 3, answers_longer: 1, unanswered: 1 }],
  ['new seller, often doesn’t answer', { answers_5min: 3, unanswered: 2 }],
])('the counts of a seller are shown as "%s"', (shown, counts) => {
  expect(words(counts)).toBe(shown);
});
