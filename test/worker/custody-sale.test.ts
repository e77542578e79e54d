import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { handovers, listingTickets } from '../../drizzle/tables/all-tables.ts';
import { db } from '../support/worker/db.ts';
import { askAs, factsOf, later, newDeal, pay, refunded, statusOf, step } from '../support/worker/paid-deal.ts';
import { ticketsOf } from '../support/worker/ticket-rows.ts';

const AFTER_UNDO_MS = 11_000;

/** Two tickets of a listing of kind `file` are bought, of which it has this many. */
async function bought(tickets: number) {
  const deal = await newDeal({ listing: { handover_kind: 'file' } });
  await ticketsOf(deal.listing, tickets);
  await askAs(deal, { quantity: 2 });
  await pay(deal);
  await step(deal, 'seller', 'accept');
  await later(deal, AFTER_UNDO_MS);
  return deal;
}

const givenTo = (id: string) => db.select().from(listingTickets).where(eq(listingTickets.request_id, id));

test('tickets whose files are kept here are delivered as soon as they are paid, as many as were bought', async () => {
  const deal = await bought(6);
  expect(await statusOf(deal)).toMatchObject({ request: 'accepted', payment: 'captured', handover: 'delivered', payout: 'due' });
  expect((await factsOf(deal)).handover).toMatchObject({ delivered_at: expect.any(Date) });
  expect(await givenTo(deal.id)).toHaveLength(2);
});

test('a sale with fewer files than tickets fails as not delivered, and the buyer gets everything back', async () => {
  const deal = await bought(1);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped' });
  expect(refunded(deal)).toBe(5500);
});

test('a sale of tickets that the seller sends is not delivered by itself', async () => {
  const deal = await newDeal({ listing: { handover_kind: 'transfer' } });
  await askAs(deal);
  await pay(deal);
  await step(deal, 'seller', 'accept');
  await later(deal, AFTER_UNDO_MS);
  expect(await db.select({ status: handovers.status }).from(handovers).where(eq(handovers.request_id, deal.id))).toEqual([
    { status: 'due' },
  ]);
});
