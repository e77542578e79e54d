import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputes } from '../../../../drizzle/tables/all-tables.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { refund, refundsOf } from '../../../support/worker/trade/money-desk.ts';
import { balanceOf, booksOf, type Deal, dealAt, factsOf, look } from '../../../support/worker/trade/paid-deal.ts';

const lossesOf = () => balanceOf('cost:losses');
const disputeOf = async ({ id }: Deal) => (await db.select().from(disputes).where(eq(disputes.request_id, id)))[0];

/** A sale of $27.50 with $10 refunded, after which the bank took back all $27.50. */
async function disputedBeyond() {
  const deal = await dealAt('received');
  const admin = await signedInAs('admin');
  expect((await refund(admin.headers, { request_id: deal.id, amount: 10 })).status).toBe(201);
  const before = await lossesOf();
  const { id } = deal.fake.act.dispute((await factsOf(deal)).payment.charge_id!, { amount: 2750 });
  await look(deal);
  deal.fake.act.closeDispute(id, 'lost');
  return { deal, before, admin };
}

test('if a lost dispute takes more than is left of the payment, the excess is booked as our loss, to the cent', async () => {
  const { deal, before } = await disputedBeyond();
  expect(await look(deal)).toBe(true);
  expect(await look(deal)).toBe(true);
  expect(await disputeOf(deal)).toMatchObject({ status: 'lost', amount_cents: 2750, beyond_cents: 1000 });
  expect((await lossesOf()) - before).toBe(1000);
  expect(await booksOf(deal)).toMatchObject({ difference: 0, disputed: 0, hold: 0 });
  expect((await factsOf(deal)).payment).toMatchObject({ failures: 0, last_error: null, taken_cents: 2750 });
});

test('if a payment is lost in a dispute and its earlier refund fails, no loss is booked and the refund is dropped', async () => {
  const { deal, before, admin } = await disputedBeyond();
  await look(deal);
  const [sent] = await refundsOf(deal.id);
  deal.fake.act.failRefund(sent!.provider_id!);
  expect(await look(deal)).toBe(true);
  expect((await lossesOf()) - before).toBe(0);
  expect(await disputeOf(deal)).toMatchObject({ beyond_cents: 0 });
  expect(await refundsOf(deal.id)).toMatchObject([{ status: 'dropped' }]);
  expect(await booksOf(deal)).toMatchObject({ difference: 0 });
  const retried = await ask(`/api/admin/refunds/${sent!.id}/retry`, { headers: admin.headers, method: 'POST' });
  expect(retried.body.error.code).toBe('payments.decided');
});
