import { expect, test } from 'vitest';
import { RESELLER_STATUSES, WAITLIST_STATUSES } from '../../../drizzle/vocabulary.ts';
import { letterOf } from './letters.ts';

test('every decision is told, and going back to waiting is not', () => {
  const told = WAITLIST_STATUSES.filter((status) => letterOf('waitlist', { status, event_title: 'A night' }));
  expect(told).toEqual(['accepted', 'declined']);
  const toldSellers = RESELLER_STATUSES.filter((status) => letterOf('application', { status, event_title: null }));
  expect(toldSellers).toEqual(['needs_info', 'approved', 'rejected', 'suspended']);
});

test('a title cannot break out of the subject line', () => {
  const letter = letterOf('waitlist', { status: 'accepted', event_title: 'A night\r\nBcc: all@evil.test' });
  expect(letter?.subject).toBe("You're in: A night Bcc: all@evil.test");
});
