import { expect, test } from 'vitest';
import { isHeld } from './ticket-link.tsx';

const BOUGHT = {
  id: 'request',
  role: 'buyer',
  quantity: 1,
  event: { title: 'Disco Deficit', state: 'on', start_at: '2030-01-01T03:00:00.000Z' },
  payment: { total: 26.42, refunded: 0, is_disputed: false, handover: { status: 'due' } },
};
const withPayment = (change: object) => ({ ...BOUGHT, payment: { ...BOUGHT.payment, ...change } });

test('a buyer who has paid has a ticket to show, even after a partial refund', () => {
  expect(isHeld(BOUGHT)).toBe(true);
  expect(isHeld(withPayment({ refunded: 5 }))).toBe(true);
});

test.each([
  ['the seller', { ...BOUGHT, role: 'seller' }],
  ['an unpaid request', { ...BOUGHT, payment: null }],
  ['a failed hand-over', withPayment({ handover: { status: 'failed' } })],
  ['a full refund', withPayment({ refunded: 26.42 })],
  ['a payment that the bank reviews', withPayment({ is_disputed: true })],
  ['a canceled night', { ...BOUGHT, event: { ...BOUGHT.event, state: 'cancelled' } }],
])('there is no ticket to show for %s', (_, request) => expect(isHeld(request)).toBe(false));
