import { expect, test } from 'vitest';
import { back, handedOver, LATE, NOW, type PaidCase, requestOf } from '../../../../test/support/web/paid-requests.ts';
import { paymentStatus } from './payment-words.ts';
import { stepsOf } from '../problems/handover-steps.tsx';

const SELLER: [string, PaidCase, string, string, string][] = [
  [
    'authorized',
    { status: 'pending', payment: { status: 'authorized' } },
    'Waiting for you',
    'The buyer’s card is authorized. You have until 6:40 PM, 3 h 40 min left.',
    '',
  ],
  [
    'accepted',
    { payment: { status: 'authorized' } },
    'Accepted',
    'You said yes. The buyer’s card is being charged.',
    '',
  ],
  ['declined', { status: 'declined', payment: { status: 'voided' } }, 'Declined', 'The tickets were not sold.', ''],
  ['run out', { status: 'expired', payment: { status: 'voided' } }, 'Ran out', 'You didn’t answer in time.', ''],
  [
    'paid',
    handedOver('due'),
    'Send the tickets',
    'Paid. Send the tickets by 6:40 PM (3 h 40 min left), or the buyer gets the money back.',
    'delivered',
  ],
  [
    'paid, past the deadline',
    { handover: LATE },
    'Too late',
    'The tickets were not sent in time. The buyer gets the money back.',
    '',
  ],
  [
    'sent',
    handedOver('delivered'),
    'Sent',
    'The buyer confirms when they have them. If they don’t, the tickets count as received on Sunday, November 29.',
    '',
  ],
  [
    'reported',
    { handover: { status: 'problem', problem: 'It is a screenshot.' } },
    'Problem reported',
    'The buyer says: “It is a screenshot.” We’re looking into it and will write to you. The money stays on hold.',
    '',
  ],
  [
    'received',
    handedOver('received'),
    'Received',
    'The buyer has the tickets. You can be paid $40.00 from Tuesday, December 1.',
    '',
  ],
  [
    'frozen',
    { ...handedOver('received'), payout: { status: 'frozen', held_because: ['staff'] } },
    'Payout on hold',
    'We are looking into this sale. We hold $40.00 until that is settled.',
    '',
  ],
  [
    'paid out',
    { ...handedOver('received'), payout: { status: 'sent' } },
    'Paid out',
    '$40.00 is on the way to your bank.',
    '',
  ],
  [
    'taken back',
    { ...handedOver('received'), payout: { status: 'reversed' } },
    'Taken back',
    'We took back the payout of $40.00. Write to us if that is wrong.',
    '',
  ],
  [
    'not paid out',
    { ...handedOver('received'), payout: { status: 'dropped' } },
    'Not paid out',
    'The money went back to the buyer.',
    '',
  ],
  [
    'failed',
    { ...handedOver('failed'), payment: back('due') },
    'Refunded',
    'The buyer gets the money back because the tickets were not sent in time. Nothing is paid out.',
    '',
  ],
  [
    'of a cancelled night',
    { state: 'cancelled' },
    'Refund on its way',
    'The night was cancelled. The buyer gets the money back.',
    '',
  ],
  [
    'disputed',
    { ...handedOver('received'), payment: { is_disputed: true } },
    'Under review',
    'This payment is under review. We’ll write to you.',
    '',
  ],
];

test.each(SELLER)(
  'a seller reads what happened and what comes next, and sees the right buttons: %s',
  (_what, given, word, next, steps) => {
    const request = requestOf('seller', given);
    expect([paymentStatus(request, NOW), stepsOf(request, NOW).join(' ')]).toEqual([
      { word, tone: expect.any(String), next },
      steps,
    ]);
  },
);

test('no text for a seller mentions escrow', () => {
  const texts = SELLER.map(([, , word, next]) => `${word} ${next}`);
  expect(texts.filter((text) => /escrow/i.test(text))).toEqual([]);
});
