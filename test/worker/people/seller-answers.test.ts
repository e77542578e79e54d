import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { listingRow, ticketRequestRow } from '../../../drizzle/seed/rows.ts';
import {
  handoverDays,
  listings,
  sellerFacts,
  siteFacts,
  type TicketRequest,
  ticketRequests,
} from '../../../drizzle/tables/all-tables.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets, newBuyer } from '../../support/worker/trade/event-with-tickets.ts';
import { DAY_MS, dealAt, later, MINUTE_MS, statusOf, step } from '../../support/worker/trade/paid-deal.ts';

const AT = Date.UTC(2030, 5, 1, 12);

beforeEach(async () => {
  await db.delete(siteFacts);
  await db.delete(handoverDays);
});

const factsOf = async (id: string) => {
  const [row] = await db.select().from(sellerFacts).where(eq(sellerFacts.user_id, id));
  return row && Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === 'number' && value > 0));
};

const newSeller = async () => (await newBuyer()).id;

/**
 * Adds a request without payment, with this answer or status. The buyer made the request `minutes` before `AT`, the
 * time of the seller's tap.
 */
async function answered(
  seller_id: string,
  { answer, status = 'pending', minutes = 1 }: Partial<Pick<TicketRequest, 'answer' | 'status'>> & { minutes?: number },
) {
  const { event } = await eventWithTickets([]);
  const listing = listingRow({ event_id: event.id, seller_id, quantity: 3 });
  await db.insert(listings).values(listing);
  const expires_at = new Date(AT + 10_000);
  const row = ticketRequestRow({
    event_id: event.id,
    listing_id: listing.id,
    buyer_id: await newSeller(),
    seller_id,
    expires_at,
    created_at: new Date(AT - minutes * MINUTE_MS),
  });
  await db.insert(ticketRequests).values(row);
  const ended = answer ? { status: answer, answer, asked_until: expires_at } : { status };
  await db.update(ticketRequests).set(ended).where(eq(ticketRequests.id, row.id));
}

test('a seller’s answer time runs from the request to the seller’s tap', async () => {
  const seller = await newSeller();
  for (const minutes of [0, 5]) await answered(seller, { answer: 'accepted', minutes });
  for (const minutes of [6, 60]) await answered(seller, { answer: 'declined', minutes });
  await answered(seller, { answer: 'accepted', minutes: 61 });
  await answered(seller, { answer: 'accepted', minutes: 241 });
  await answered(seller, { status: 'expired' });
  // The next two requests do not show how fast the seller answers.
  await answered(seller, { status: 'cancelled' });
  await answered(seller, { status: 'declined' });
  const counts = { answers_5min: 2, answers_1h: 2, answers_4h: 1, answers_longer: 1, unanswered: 1 };
  expect(await factsOf(seller)).toEqual(counts);
});

test('an answer that the seller undoes does not count for answer times', async () => {
  const deal = await dealAt('authorized');
  await later(deal, MINUTE_MS);
  await step(deal, 'seller', 'accept');
  await step(deal, 'seller', 'undo');
  expect(await factsOf(deal.seller.user.id)).toBeUndefined();
  await step(deal, 'seller', 'decline');
  await later(deal, MINUTE_MS);
  expect((await statusOf(deal)).request).toBe('declined');
  expect(await factsOf(deal.seller.user.id)).toEqual({ answers_5min: 1 });
});

test('answer times leave out instant sales, and requests whose card was never authorized', async () => {
  const unpaid = await dealAt('awaiting');
  await later(unpaid, 20 * MINUTE_MS);
  expect((await statusOf(unpaid)).request).toBe('expired');
  expect(await factsOf(unpaid.seller.user.id)).toBeUndefined();
  const atOnce = await dealAt('authorized', { listing: { is_instant: true } });
  await later(atOnce, MINUTE_MS);
  expect((await statusOf(atOnce)).request).toBe('accepted');
  expect(await factsOf(atOnce.seller.user.id)).toBeUndefined();
});

test('a request that expires after its card was authorized counts as unanswered', async () => {
  const deal = await dealAt('authorized');
  await later(deal, MINUTE_MS);
  await later(deal, DAY_MS);
  expect((await statusOf(deal)).request).toBe('expired');
  expect(await factsOf(deal.seller.user.id)).toEqual({ unanswered: 1 });
});
