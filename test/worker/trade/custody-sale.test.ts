import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingTicketRow } from '../../../drizzle/seed/ticket-rows.ts';
import { listingTickets, problems } from '../../../drizzle/tables/all-tables.ts';
import { ticketCodeHmac } from '../../../worker/http/shared/ticket-codes.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { boughtDeal, openAs, ticketsOfDeal } from '../../support/worker/trade/file-deal.ts';
import { listOther } from '../../support/worker/trade/kept-tickets.ts';
import { hashOf } from '../../support/worker/trade/list-files.ts';
import { factsOf, newDeal, refunded, statusOf, step } from '../../support/worker/trade/paid-deal.ts';
import { ticketsOf } from '../../support/worker/trade/ticket-rows.ts';
import { addFile } from '../../support/worker/trade/deals/rows.ts';
import { buy } from '../../support/worker/trade/deals/deals.ts';
import { refusal } from '../../support/worker/trade/deals/calls.ts';

/** Buys two tickets from a listing of kind `file` that has this many files. */
async function bought(tickets: number) {
  const deal = await newDeal({ listing: { handover_kind: 'file' } });
  await ticketsOf(deal.listing, tickets);
  await buy(deal, { quantity: 2 });
  return deal;
}

test('tickets whose files we keep are delivered as soon as they are paid for', async () => {
  const deal = await bought(6);
  const sold = { request: 'accepted', payment: 'captured', handover: 'delivered', payout: 'due' };
  expect(await statusOf(deal)).toMatchObject(sold);
  expect((await factsOf(deal)).handover).toMatchObject({ delivered_at: expect.any(Date) });
  expect(await ticketsOfDeal(deal)).toHaveLength(2);
});

test('if a listing has fewer files than the buyer bought tickets, the buyer gets a full refund', async () => {
  const deal = await bought(1);
  expect(await statusOf(deal)).toMatchObject({ handover: 'failed', payout: 'dropped' });
  expect(refunded(deal)).toBe(5500);
});

test('tickets that the seller has to send are not delivered automatically', async () => {
  const deal = await newDeal({ listing: { handover_kind: 'transfer' } });
  await buy(deal);
  expect((await statusOf(deal)).handover).toBe('due');
});

test('if a ticket has the code of another ticket on sale, a problem opens, but is not decided automatically', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  const { listing } = await listOther(deal);
  const code_hmac = await ticketCodeHmac(env, { event_id: deal.event.id, code_hash: await hashOf('code 9') });
  const other = await addFile({ owner_id: listing.seller_id });
  const { id: listing_id, event_id, seller_id } = listing;
  const twin = listingTicketRow({ listing_id, event_id, seller_id, file_id: other.id, code_hmac });
  await db.insert(listingTickets).values(twin);
  await openAs(deal.buyer.headers, ticket.id);
  const body = { code_hash: await hashOf('code 9') };
  const checked = await post(`/api/tickets/${ticket.id}/check`, { headers: deal.buyer.headers, body });
  expect(checked.json).toEqual({ matches: false });
  const reported = await db.select().from(problems).where(eq(problems.request_id, deal.id));
  expect(reported).toMatchObject([{ kind: 'wrong_code', status: 'open', ruled_by: null }]);
  expect(await factsOf(deal)).toMatchObject({ handover: { status: 'problem' }, payout: { status: 'frozen' } });
});

test('a buyer cannot confirm the tickets before opening all of them', async () => {
  const { deal, tickets } = await boughtDeal({ shows_at_once: true }, { quantity: 2 });
  await openAs(deal.buyer.headers, tickets[0]!.id);
  expect(refusal(await step(deal, 'buyer', 'received'))).toEqual([409, 'tickets.not_shown']);
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'delivered' });
  await openAs(deal.buyer.headers, tickets[1]!.id);
  expect((await step(deal, 'buyer', 'received')).status).toBe(200);
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'received', ended_by: 'buyer' });
});
