import { expect, test } from 'vitest';
import { outcomesOf } from './outcomes.rules.ts';

const SALE = {
  tickets_cents: 4000,
  buyer_fee_cents: 370,
  seller_fee_cents: 200,
  added_cents: 0,
  taken_cents: 0,
  moved_cents: 0,
};
const refund = (amount_cents: number, status: string, is_booked = false) => ({ amount_cents, status, is_booked });

test('a decision for the buyer refunds all money, and a decision for the seller pays all but the fees', () => {
  expect(outcomesOf(SALE, [])).toEqual({
    failed: { buyer_cents: 4370, seller_cents: 0, fees_cents: 0 },
    received: { buyer_cents: 0, seller_cents: 3800, fees_cents: 570 },
  });
});

test('a refund on its way reduces the money that a decision divides', () => {
  const refunds = [refund(1000, 'due'), refund(700, 'asked'), refund(300, 'dropped'), refund(200, 'sent', true)];
  const { failed, received } = outcomesOf(SALE, refunds);
  expect(failed.buyer_cents).toBe(3370);
  expect(received.seller_cents + received.fees_cents).toBe(3370);
});

test('the money that we added for a replacement returns to us if the buyer gets a refund', () => {
  const { failed, received } = outcomesOf({ ...SALE, added_cents: 500 }, []);
  expect(failed).toEqual({ buyer_cents: 3870, seller_cents: 0, fees_cents: 0 });
  expect(received.seller_cents + received.fees_cents).toBe(4370);
});
