import { expect, test } from 'vitest';
import { RESELLER_STATUSES, WAITLIST_STATUSES } from '../../../../drizzle/vocabulary.ts';
import { decisionMail } from './reviews.mails.ts';

const LINKS = { SITE_URL: 'https://vouch.test', SUPPORT_EMAIL: 'support@vouch.test' };
const EVENT = { title: 'A night', slug: 'a-night', start_at: new Date(0), venue: { name: 'A venue', city: 'Boston' } };

test('every decision sends a mail, except a return to pending', () => {
  const told = WAITLIST_STATUSES.filter((status) =>
    decisionMail('waitlist', { status, event: EVENT, can_sell: true, question: null, places: 1 }, LINKS),
  );
  expect(told).toEqual(['accepted', 'declined']);
  const toldSellers = RESELLER_STATUSES.filter((status) =>
    decisionMail('application', { status, event: null, can_sell: true, question: null, places: 1 }, LINKS),
  );
  expect(toldSellers).toEqual(['needs_info', 'approved', 'rejected', 'suspended']);
});

const ABOUT_APPLICATION = 'mailto:support@vouch.test?subject=My%20reseller%20application';

test.each([
  ['waitlist', 'accepted', "You're in: A night", 'https://vouch.test/events/a-night'],
  ['waitlist', 'declined', 'Not this time: A night', 'https://vouch.test/events'],
  ['application', 'approved', 'Approved: you’re a verified reseller', 'https://vouch.test/sell'],
  ['application', 'needs_info', 'One more thing: your reseller application', ABOUT_APPLICATION],
  ['application', 'rejected', 'Not approved: your reseller application', ABOUT_APPLICATION],
  ['application', 'suspended', 'Suspended: your reseller account', ABOUT_APPLICATION],
] as const)('the %s mail about the status %s states the outcome and one next step', (kind, status, subject, link) => {
  expect(decisionMail(kind, { status, event: EVENT, can_sell: true, question: null, places: 1 }, LINKS)).toMatchObject({
    subject,
    step: { link },
  });
});

test('while selling is off, the approval mail does not link to the sell page', () => {
  const about = { status: 'approved', event: null, can_sell: false, question: null, places: 1 } as const;
  const mail = decisionMail('application', about, LINKS)!;
  expect(mail.text).toContain('once selling is open');
  expect(mail.step).toEqual({ label: 'See the nights', link: 'https://vouch.test/events' });
});

test('the mail that asks an applicant for more information quotes the question from staff', () => {
  const question = 'Which club are you in?';
  const about = { status: 'needs_info', event: null, can_sell: true, question, places: 1 } as const;
  expect(decisionMail('application', about, LINKS)!.text).toContain(`before we can decide: ${question}`);
});

test('the mail to an accepted person of the waitlist says how many places they have', () => {
  const about = { status: 'accepted', event: EVENT, can_sell: true, question: null } as const;
  expect(decisionMail('waitlist', { ...about, places: 1 }, LINKS)!.text).toMatch(
    /^Good news: you have a place at A night/,
  );
  expect(decisionMail('waitlist', { ...about, places: 3 }, LINKS)!.text).toMatch(
    /^Good news: you have 3 places at A night/,
  );
});
