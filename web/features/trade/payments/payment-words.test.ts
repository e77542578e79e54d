import { expect, test } from 'vitest';
import { back, handedOver, LATE, NOW, type PaidCase, requestOf } from '../../../../test/support/web/paid-requests.ts';
import { paymentStatus } from './payment-words.ts';
import { stepsOf } from '../problems/handover-steps.tsx';

const BUYER: [string, PaidCase, string, string, string][] = [
  [
    'not paid yet',
    { status: 'pending', payment: { status: 'awaiting' } },
    'Not paid yet',
    'Pay by 6:40 PM to keep the tickets. You are not charged until the seller accepts.',
    '',
  ],
  [
    'not paid in time',
    { status: 'expired', payment: { status: 'awaiting' } },
    'Not paid',
    'Time ran out, and nothing was charged.',
    '',
  ],
  [
    'never paid',
    { status: 'expired', payment: { status: 'failed' } },
    'Not paid',
    'Time ran out, and nothing was charged.',
    '',
  ],
  [
    'cancelled before it was paid',
    { status: 'cancelled', payment: { status: 'failed' } },
    'Cancelled',
    'The request has ended. Nothing was charged.',
    '',
  ],
  [
    'authorized',
    { status: 'pending', payment: { status: 'authorized' } },
    'Waiting',
    'Card authorized: $43.70 is reserved, not charged. The seller has until 6:40 PM, 3 h 40 min left.',
    '',
  ],
  [
    'being charged',
    { payment: { status: 'authorized' } },
    'Accepted',
    'The seller said yes. Your card is being charged $43.70.',
    '',
  ],
  [
    'declined',
    { status: 'declined', payment: { status: 'authorized' } },
    'Declined',
    'The request was declined. Nothing was charged. The hold on your card ends within a few days.',
    '',
  ],
  [
    'run out',
    { status: 'expired', payment: { status: 'voided' } },
    'Ran out',
    'The seller did not answer in time. Nothing was charged. The hold on your card ends within a few days.',
    '',
  ],
  [
    'cancelled',
    { status: 'cancelled', payment: { status: 'voided' } },
    'Cancelled',
    'The request has ended. Nothing was charged. The hold on your card ends within a few days.',
    '',
  ],
  [
    'of a night that was cancelled',
    { status: 'cancelled', state: 'cancelled', payment: { status: 'voided' } },
    'Cancelled',
    'The night was cancelled. Nothing was charged. The hold on your card ends within a few days.',
    '',
  ],
  [
    'paid',
    handedOver('due'),
    'Paid',
    'Held until hand-over. The seller must send the tickets to your email by 6:40 PM (3 h 40 min left), or you get $43.70 back.',
    'received problem',
  ],
  [
    'paid, past the deadline',
    { handover: LATE },
    'Not sent',
    'The tickets were not sent in time, so you get $43.70 back.',
    'received',
  ],
  [
    'sent',
    handedOver('delivered'),
    'Sent to you',
    'The seller has sent the tickets to your email. Confirm when you have them. If you don’t, they count as received on Sunday, November 29.',
    'received problem',
  ],
  [
    'reported',
    handedOver('problem'),
    'Problem reported',
    'We’re looking into it and will write to you. The money stays on hold.',
    '',
  ],
  ['received', handedOver('received'), 'Received', 'You have the tickets. Nothing is left to do.', ''],
  ['failed', handedOver('failed'), 'Refund on its way', 'You get $43.70 back.', ''],
  [
    'failed, with a refund',
    { ...handedOver('failed'), payment: back('due') },
    'Refund on its way',
    '$43.70 goes back to your card because the tickets were not sent in time.',
    '',
  ],
  [
    'refunded',
    { ...handedOver('failed'), payment: back('sent') },
    'Refunded',
    '$43.70 went back to your card because the tickets were not sent in time. It may take your bank a few days to show it.',
    '',
  ],
  [
    'stuck in a refund',
    { ...handedOver('failed'), payment: back('stuck') },
    'Refund on its way',
    '$43.70 goes back to your card because the tickets were not sent in time. This is taking longer than usual. We’re on it.',
    '',
  ],
  [
    'partly refunded',
    { ...handedOver('received'), payment: back('sent', { because: 'staff', amount: 10 }) },
    'Received',
    'You have the tickets. Nothing is left to do. $10.00 went back to your card as our support team decided. It may take your bank a few days to show it.',
    '',
  ],
  [
    'of a cancelled night',
    { state: 'cancelled' },
    'Refund on its way',
    'The night was cancelled. You get $43.70 back, fees included.',
    '',
  ],
  [
    'refunded for a cancelled night',
    { state: 'cancelled', payment: back('sent', { because: 'event_cancelled' }) },
    'Refunded',
    '$43.70 went back to your card because the night was cancelled. It may take your bank a few days to show it.',
    '',
  ],
  [
    'disputed',
    { ...handedOver('received'), payment: { is_disputed: true } },
    'Under review',
    'This payment is under review. We’ll write to you.',
    '',
  ],
  [
    'lost by the seller',
    { ...handedOver('received'), payment: { refunded: 43.7 } },
    'Refunded',
    '$43.70 went back to you through your bank.',
    '',
  ],
];

test.each(BUYER)(
  'a buyer reads what happened and what comes next, and sees the right buttons: %s',
  (_what, given, word, next, steps) => {
    const request = requestOf('buyer', given);
    expect([paymentStatus(request, NOW), stepsOf(request, NOW).join(' ')]).toEqual([
      { word, tone: expect.any(String), next },
      steps,
    ]);
  },
);

test('no text for a buyer mentions escrow', () => {
  const texts = BUYER.map(([, , word, next]) => `${word} ${next}`);
  expect(texts.filter((text) => /escrow/i.test(text))).toEqual([]);
});
