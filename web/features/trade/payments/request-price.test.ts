import { expect, test } from 'vitest';
import { handedOver, type PaidCase, requestOf } from '../../../../test/support/web/paid-requests.ts';
import { priceOfRequest } from './request-price.ts';

const priceOf = (role: 'buyer' | 'seller', given: PaidCase) =>
  priceOfRequest({ ...requestOf(role, given), quantity: 1, offered_price: 28 });

test('the buyer of a more expensive replacement reads that we paid the difference', () => {
  const payment = { tickets: 28, fee: 2.74, total: 26.42, added: 4.32, replaces: 'r1' };
  expect(priceOf('buyer', { payment })).toEqual({
    price: '$26.42',
    note: '1 ticket at $28.00, and $2.74 fee. We paid the $4.32 difference',
    summary: '1 ticket, $26.42 in all',
  });
  expect(priceOf('buyer', { payment: { ...payment, total: 30.74, added: 0 } }).note).toBe(
    '1 ticket at $28.00, and $2.74 fee',
  );
});

const LOST: [string, PaidCase][] = [
  ['the tickets weren’t sent', handedOver('failed')],
  ['the buyer got other tickets', { ...handedOver('problem'), payout: { status: 'dropped' } }],
  ['the payout was taken back', { ...handedOver('received'), payout: { status: 'reversed' } }],
  ['the night was canceled', { state: 'cancelled' }],
  ['the seller declined', { status: 'declined', payment: { status: 'voided' } }],
];

test.each(LOST)('a seller who lost a sale reads that there is nothing to receive: %s', (_why, given) => {
  expect(priceOf('seller', given)).toEqual({
    price: '$0.00',
    note: 'You receive nothing, for 1 ticket at $28.00',
    summary: '1 ticket, you receive nothing',
  });
});

test.each(['due', 'delivered', 'problem', 'received'] as const)(
  'the seller reads how much they receive while the hand-over has the status %s',
  (status) => {
    expect(priceOf('seller', handedOver(status)).price).toBe('$40.00');
  },
);
