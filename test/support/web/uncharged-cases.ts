import { asCases } from './paid-requests.ts';

export const UNCHARGED = asCases([
  [
    'not paid yet',
    { status: 'pending', payment: { status: 'awaiting' } },
    'Not paid yet',
    'Pay $43.70 by 6:40 PM to keep the tickets. You’re not charged until the seller accepts.',
  ],
  [
    'not paid yet, for tickets that are sold at once',
    { status: 'pending', payment: { status: 'awaiting', sold_at_once: true } },
    'Not paid yet',
    'Pay $43.70 by 6:40 PM to keep the tickets. You are charged as soon as your card is authorized.',
  ],
  [
    'not paid in time',
    { status: 'expired', payment: { status: 'awaiting' } },
    'Not paid',
    'Time ran out, and nothing was charged.',
  ],
  [
    'never paid',
    { status: 'expired', payment: { status: 'failed' } },
    'Not paid',
    'Time ran out, and nothing was charged.',
  ],
  [
    'cancelled before it was paid',
    { status: 'cancelled', payment: { status: 'failed' } },
    'Canceled',
    'The request has ended. Nothing was charged.',
  ],
  [
    'authorized',
    { status: 'pending', payment: { status: 'authorized' } },
    'Waiting',
    'Card authorized: $43.70 is reserved, not charged. The seller has until 6:40 PM, 3 h 40 min left. If they don’t say yes, nothing is charged.',
  ],
  [
    'being charged',
    { payment: { status: 'authorized' } },
    'Accepted',
    'The seller said yes. Your card is being charged $43.70, which we hold until hand-over.',
  ],
  [
    'declined',
    { status: 'declined', payment: { status: 'authorized' } },
    'Declined',
    'The request was declined. Nothing was charged. The hold on your card ends within a few days.',
  ],
  [
    'run out',
    { status: 'expired', payment: { status: 'voided' } },
    'Timed out',
    'The seller didn’t answer in time. Nothing was charged. The hold on your card ends within a few days.',
  ],
  [
    'cancelled',
    { status: 'cancelled', payment: { status: 'voided' } },
    'Canceled',
    'The request has ended. Nothing was charged. The hold on your card ends within a few days.',
  ],
  [
    'of a night that was cancelled',
    { status: 'cancelled', state: 'cancelled', payment: { status: 'voided' } },
    'Canceled',
    'The night was canceled. Nothing was charged. The hold on your card ends within a few days.',
  ],
]);
