import { expect, test } from 'vitest';
import { RESELLER_STATUSES, WAITLIST_STATUSES } from '../../../drizzle/vocabulary.ts';
import { decisionMail } from './reviews.mails.ts';

test('every decision sends a mail, but a return to pending does not', () => {
  const told = WAITLIST_STATUSES.filter((status) => decisionMail('waitlist', { status, event_title: 'A night' }));
  expect(told).toEqual(['accepted', 'declined']);
  const toldSellers = RESELLER_STATUSES.filter((status) => decisionMail('application', { status, event_title: null }));
  expect(toldSellers).toEqual(['needs_info', 'approved', 'rejected', 'suspended']);
});

test('a title cannot break out of the subject line', () => {
  const mail = decisionMail('waitlist', { status: 'accepted', event_title: 'A night\r\nBcc: all@evil.test' });
  expect(mail?.subject).toBe("You're in: A night Bcc: all@evil.test");
});
