import { expect, test } from 'vitest';
import { RESELLER_STATUSES, WAITLIST_STATUSES } from '../../../drizzle/vocabulary.ts';
import { letterOf } from './letters.ts';

test('every decision is told, and going back to waiting is not', () => {
  const told = (kind: 'waitlist' | 'application', statuses: readonly (typeof RESELLER_STATUSES | typeof WAITLIST_STATUSES)[number][]) =>
    statuses.filter((status) => letterOf(kind, { status, event_title: 'A night' }));
  expect(told('waitlist', WAITLIST_STATUSES)).toEqual(['accepted', 'declined']);
  expect(told('application', RESELLER_STATUSES)).toEqual(['needs_info', 'approved', 'rejected', 'suspended']);
});

test('a title cannot break out of the subject line', () => {
  const letter = letterOf('waitlist', { status: 'accepted', event_title: 'A night\r\nBcc: all@evil.test' });
  expect(letter?.subject).toBe("You're in: A night Bcc: all@evil.test");
});
