import { expect, test } from 'vitest';
import {
  booksOf,
  CLOSED,
  dealAt,
  factsOf,
  HOUR_MS,
  later,
  onboard,
  pay,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { changePayout } from '../../support/worker/trade/deals/rows.ts';

test('a seller who sets up payouts only after a sale gets the money exactly once', async () => {
  const deal = await dealAt('received');
  const send_at = new Date();
  const { payout } = await factsOf(deal);
  const after = payout!.due_at.getTime() - Date.now() + HOUR_MS;
  await changePayout(deal.id, { send_at });
  await later(deal, after);
  expect((await factsOf(deal)).payout).toMatchObject({ status: 'due', paid_cents: 0, transfer_id: null });
  expect(await booksOf(deal)).toMatchObject({ payable: 2500, hold: 0, difference: 0 });
  await onboard(deal);
  await later(deal, 2 * HOUR_MS);
  await later(deal, 2 * HOUR_MS);
  expect((await factsOf(deal)).payout).toMatchObject({ status: 'sent', paid_cents: 2500 });
  expect([...deal.fake.state().transfers.values()].map(({ amount }) => amount)).toEqual([2500]);
  expect(await booksOf(deal)).toEqual(CLOSED(5, 1));
});

test('a declined card leaves the checkout open for another card', async () => {
  const deal = await dealAt('awaiting');
  await pay(deal, { card: 'declined' });
  expect(await statusOf(deal)).toMatchObject({ request: 'pending', payment: 'awaiting' });
  await pay(deal);
  expect(await statusOf(deal)).toMatchObject({ request: 'pending', payment: 'authorized' });
  expect(await booksOf(deal)).toMatchObject({ open: 1, charged: 0, stock: [5, 1] });
});
