import { expect, test } from 'vitest';
import { NOW, type PaidCase, requestOf } from '../../../../test/support/web/paid-requests.ts';
import type { PaidRequest } from './paid-request.ts';
import { paymentStatus } from './payment-words.ts';

const GROUP: NonNullable<PaidRequest['group']> = {
  payments: 2,
  places: 3,
  buyers: 1,
  total: 71.2,
  charged: 0,
  authorized: 0,
  unpaid: 2,
  unanswered: 2,
  until: '2026-11-27T23:40:00.000Z',
  ended: null,
};

const part = (status: PaidCase['status'], card: PaidRequest['payment']['status']): PaidCase => ({
  status,
  payment: { status: card },
});

const CASES: [string, Partial<typeof GROUP>, PaidCase[], string, string][] = [
  [
    'no card is authorized',
    {},
    [part('pending', 'awaiting'), part('pending', 'awaiting')],
    'Not paid yet',
    '0 of 2 cards are authorized. Authorize all of them by 6:40 PM to keep the tickets. You are charged $71.20 in all once every seller has said yes. Otherwise you pay nothing.',
  ],
  [
    'one card is authorized',
    { authorized: 1, unpaid: 1 },
    [part('pending', 'authorized'), part('pending', 'awaiting')],
    'Not paid yet',
    '1 of 2 cards is authorized. Authorize all of them by 6:40 PM to keep the tickets. You are charged $71.20 in all once every seller has said yes. Otherwise you pay nothing.',
  ],
  [
    'the sellers must answer',
    { authorized: 2, unpaid: 0 },
    [part('pending', 'authorized'), part('pending', 'authorized')],
    'Waiting',
    'Cards authorized: $71.20 is reserved, not charged. Every seller must say yes by 6:40 PM, 3 h 40 min left. Otherwise nothing is charged.',
  ],
  [
    'every seller has said yes',
    { authorized: 2, unpaid: 0, unanswered: 0, until: null },
    [part('pending', 'authorized'), part('pending', 'authorized')],
    'Accepted',
    'Every seller said yes. Your cards are being charged $71.20 in all, which we hold until hand-over.',
  ],
  [
    'one card is charged',
    { charged: 1, authorized: 2, unpaid: 0, unanswered: 0, until: null },
    [{}, part('pending', 'authorized')],
    'Accepted',
    'Every seller said yes. Your cards are being charged $71.20 in all, which we hold until hand-over.',
  ],
  [
    'a card failed after another card was charged',
    { charged: 1, authorized: 1, unpaid: 0, unanswered: 0, until: null, ended: 'cancelled' },
    [{}, part('cancelled', 'authorized')],
    'Refund on its way',
    'A card of the group couldn’t be charged, so the group has ended. What was charged goes back to your cards. It may take your bank a few days to show it.',
  ],
  [
    'a seller declined',
    { unpaid: 0, unanswered: 0, until: null, ended: 'declined' },
    [part('declined', 'voided'), part('cancelled', 'voided')],
    'Ended',
    'A seller said no, so the group has ended. Nothing was charged. The holds on your cards end within a few days.',
  ],
  [
    'a seller was silent',
    { unpaid: 0, unanswered: 0, until: null, ended: 'expired' },
    [part('expired', 'voided'), part('cancelled', 'voided')],
    'Ended',
    'A seller didn’t answer in time, so the group has ended. Nothing was charged. The holds on your cards end within a few days.',
  ],
  [
    'a card wasn’t authorized in time',
    { unpaid: 1, unanswered: 0, until: null, ended: 'expired' },
    [part('expired', 'failed'), part('cancelled', 'voided')],
    'Ended',
    'A card wasn’t authorized in time, so the group has ended. Nothing was charged. The holds on your cards end within a few days.',
  ],
];

test.each(CASES)('every part of a group shows its buyer the same text: %s', (_what, over, parts, word, next) => {
  const texts = parts.map((one) => paymentStatus({ ...requestOf('buyer', one), group: { ...GROUP, ...over } }, NOW));
  expect(texts).toEqual(parts.map(() => ({ word, tone: expect.any(String), next })));
});

const SQUAD = { ...GROUP, payments: 2, places: 2, buyers: 2, total: 26.42, authorized: 2, unpaid: 0 };
const ONE_CARD: PaidCase = part('pending', 'authorized');

const SQUADS: [string, Partial<typeof GROUP>, PaidCase, string, string][] = [
  [
    'the sellers must answer',
    {},
    ONE_CARD,
    'Waiting',
    'Your squad: everybody’s card is authorized. $26.42 of yours is reserved, not charged. Every seller must say yes by 6:40 PM, 3 h 40 min left. Otherwise nobody is charged.',
  ],
  [
    'every seller has said yes',
    { unanswered: 0, until: null },
    ONE_CARD,
    'Accepted',
    'Every seller said yes. All cards of your squad are being charged, yours $26.42, which we hold until hand-over.',
  ],
  [
    'a seller declined',
    { ended: 'declined', unanswered: 0 },
    part('declined', 'voided'),
    'Ended',
    'A seller said no, so your squad has ended. You pay nothing. The hold on your card ends within a few days.',
  ],
  [
    'a seller was silent',
    { ended: 'expired', unanswered: 0 },
    part('cancelled', 'voided'),
    'Ended',
    'A seller didn’t answer in time, so your squad has ended. You pay nothing. The hold on your card ends within a few days.',
  ],
  [
    'a friend canceled',
    { ended: 'cancelled', unanswered: 0 },
    part('cancelled', 'authorized'),
    'Ended',
    'Your squad has ended. You pay nothing. The hold on your card ends within a few days.',
  ],
  [
    'the card of another friend failed after this friend’s card was charged',
    { ended: 'cancelled', charged: 1 },
    {},
    'Refund on its way',
    'A card of your squad couldn’t be charged, so the squad has ended. $26.42 goes back to your card. It may take your bank a few days to show it.',
  ],
  [
    'this friend’s card failed after the card of another friend was charged',
    { ended: 'cancelled', charged: 1 },
    part('cancelled', 'failed'),
    'Ended',
    'A card of your squad couldn’t be charged, so the squad has ended. You pay nothing. The hold on your card ends within a few days.',
  ],
  [
    'the night was canceled',
    { ended: 'cancelled', unanswered: 0 },
    { status: 'cancelled', state: 'cancelled', payment: { status: 'voided' } },
    'Ended',
    'The night was canceled. You pay nothing. The hold on your card ends within a few days.',
  ],
];

test.each(SQUADS)('a friend of a squad reads about their own money: %s', (_what, over, given, word, next) => {
  const request = { ...requestOf('buyer', given), group: { ...SQUAD, ...over } };
  expect(paymentStatus(request, NOW)).toMatchObject({ word, next });
});

test('a seller reads that one answer counts for all friends of a squad', () => {
  const group = { ...SQUAD, total: null };
  const asked = paymentStatus({ ...requestOf('seller', ONE_CARD), group }, NOW).next;
  expect(asked).toContain('One answer counts for all friends of this squad.');
  const said = requestOf('seller', part('accepted', 'authorized'));
  expect(paymentStatus({ ...said, group }, NOW).next).toBe(
    'You said yes. The friends of this squad are charged once every seller has said yes, by 6:40 PM. Then we hold $40.00 for you until hand-over.',
  );
});

test('once all cards of a group are charged, each part has the text of its own hand-over', () => {
  const group = { ...GROUP, charged: 2, authorized: 2, unpaid: 0, unanswered: 0, until: null };
  const { next } = paymentStatus({ ...requestOf('buyer', {}), group }, NOW);
  expect(next).toContain('We hold $43.70. The seller must send the tickets');
});

test('a seller who has said yes reads that the other sellers of the purchase must answer', () => {
  const group = { ...GROUP, total: null, authorized: 2, unpaid: 0, unanswered: 1 };
  const { next } = paymentStatus({ ...requestOf('seller', part('accepted', 'authorized')), group }, NOW);
  expect(next).toBe(
    'You said yes. The purchase includes other sellers. The buyer is charged once they have said yes too, by 6:40 PM. Then we hold $40.00 for you until hand-over.',
  );
});
