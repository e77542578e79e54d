import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, listingTickets, ticketFiles } from '../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { boughtDeal, codeOf, listedDeal, openAs, ticketsOfDeal } from '../../support/worker/trade/file-deal.ts';
import { hashOf } from '../../support/worker/trade/list-files.ts';
import { meantErrors } from '../../support/worker/no-surprise.ts';
import { askAs, later, pay, step } from '../../support/worker/trade/paid-deal.ts';
import { fileOf, pdfWith } from '../../support/worker/trade/ticket-files.ts';
import { addDispute, addRefund, changeHandover, ticketOf } from '../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { refusal } from '../../support/worker/trade/deals/calls.ts';
import { call } from '../../support/worker/people/circle.ts';

const HOUR_MS = 3_600_000;

interface Bought {
  opens_at: string;
  may_open: boolean;
  why_not: string | null;
  tickets: { id: string; shown_at: string | null; matched_at: string | null }[];
  error: { code: string };
}

const bought = (headers: HeadersInit, id: string) =>
  call<Bought>('GET', `/api/ticket-requests/${id}/tickets`, { headers });

test('a buyer can open a bought ticket file from 24 hours before the doors', async () => {
  const { deal, ticket } = await boughtDeal();
  const before = await bought(deal.buyer.headers, deal.id);
  expect([before.status, before.json]).toMatchObject([
    200,
    { may_open: false, why_not: 'early', tickets: [{ id: ticket.id, shown_at: null }] },
  ]);
  expect(new Date(before.json.opens_at).getTime()).toBe(deal.event.start_at.getTime() - 24 * HOUR_MS);
  const early = await openAs(deal.buyer.headers, ticket.id);
  expect([early.status, await codeOf(early)]).toEqual([409, 'tickets.not_open']);
  expect((await ticketOf(ticket.id)).shown_at).toBeNull();
  await changeEvent(deal.event.id, { start_at: fromNow(23 * HOUR_MS) });
  expect((await bought(deal.buyer.headers, deal.id)).json).toMatchObject({ may_open: true, why_not: null });
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(200);
});

test('opening a ticket file returns the seller’s whole file, sandboxed and not cached', async () => {
  const bytes = pdfWith('Admit one person.');
  const { deal, ticket } = await boughtDeal({ bytes, shows_at_once: true });
  const conditions = { Range: 'bytes=0-3', 'If-None-Match': '*', 'If-Modified-Since': fromNow(HOUR_MS).toUTCString() };
  const answer = await openAs(deal.buyer.headers, ticket.id, { headers: conditions });
  expect([answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([200, bytes]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': expect.stringMatching(/^attachment; filename="ticket-[0-9a-f]{8}\.pdf"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'accept-ranges': 'none',
  });
  const { shown_at } = await ticketOf(ticket.id);
  expect(shown_at).not.toBeNull();
  await (await openAs(deal.buyer.headers, ticket.id)).arrayBuffer();
  expect((await ticketOf(ticket.id)).shown_at).toEqual(shown_at);
  expect((await bought(deal.buyer.headers, deal.id)).json.tickets[0]!.shown_at).toBe(shown_at!.toISOString());
});

test('a HEAD request for a file does not open it', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  const { answer } = await callCounted(`/api/tickets/${ticket.id}/file`, {
    method: 'HEAD',
    headers: deal.buyer.headers,
  });
  expect([answer.status, answer.headers.get('Content-Disposition')]).toEqual([404, null]);
  expect((await ticketOf(ticket.id)).shown_at).toBeNull();
});

test('nobody but the buyer can see a bought ticket', async () => {
  const { deal, ticket, tickets } = await boughtDeal({ shows_at_once: true });
  const [admin, other] = [await signedInAs('admin'), await boughtDeal({ shows_at_once: true })];
  const hash = { code_hash: await hashOf('code 1') };
  for (const [status, headers] of [
    [404, deal.seller.headers],
    [404, other.deal.buyer.headers],
    [404, admin.headers],
    [401, {}],
  ] as const) {
    expect((await bought(headers, deal.id)).status).toBe(status);
    expect((await openAs(headers, ticket.id)).status).toBe(status);
    expect((await post(`/api/tickets/${ticket.id}/check`, { headers, body: hash })).status).toBe(status);
  }
  // A ticket that is not sold has no buyer.
  const unsold = (await db.select().from(listingTickets).where(eq(listingTickets.listing_id, deal.listing.id))).find(
    ({ id }) => id !== tickets[0]!.id,
  )!;
  expect((await openAs(deal.buyer.headers, unsold.id)).status).toBe(404);
  const banned_until = fromNow(HOUR_MS);
  await db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, deal.buyer.user.id));
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(401);
  expect((await ticketOf(ticket.id)).shown_at).toBeNull();
});

test('the buyer cannot open a ticket before the card is charged', async () => {
  const deal = await listedDeal({ shows_at_once: true });
  await askAs(deal);
  await pay(deal);
  await step(deal, 'seller', 'accept');
  expect(refusal(await bought(deal.buyer.headers, deal.id))).toEqual([409, 'payments.not_paid']);
  expect(await ticketsOfDeal(deal)).toEqual([]);
  await later(deal, 11_000);
  expect((await bought(deal.buyer.headers, deal.id)).json.may_open).toBe(true);
});

test.each<[what: string, why: string, change: (request_id: string) => PromiseLike<unknown>]>([
  ['a disputed sale', 'disputed', (request_id) => addDispute({ request_id })],
  ['a failed sale', 'ended', (id) => changeHandover(id, { status: 'failed', ended_at: new Date(), ended_by: 'staff' })],
  ['a sale that is about to be refunded in full', 'ended', (request_id) => addRefund({ request_id })],
])('the buyer cannot open a ticket of %s (why_not: %s)', async (_, why, change) => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await change(deal.id);
  expect((await bought(deal.buyer.headers, deal.id)).json).toMatchObject({ may_open: false, why_not: why });
  const answer = await openAs(deal.buyer.headers, ticket.id);
  expect([answer.status, await codeOf(answer)]).toEqual([409, 'tickets.not_open']);
  expect((await ticketOf(ticket.id)).shown_at).toBeNull();
});

test('the buyer cannot open a destroyed ticket or a ticket of a cancelled night', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await changeEvent(deal.event.id, { cancelled_at: new Date() });
  expect((await bought(deal.buyer.headers, deal.id)).json.why_not).toBe('ended');
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(409);
  await changeEvent(deal.event.id, { cancelled_at: null });
  const gone = { destroyed_at: new Date(), wrapped_key: null };
  await db.update(ticketFiles).set(gone).where(eq(ticketFiles.id, ticket.file_id));
  expect(await codeOf(await openAs(deal.buyer.headers, ticket.id))).toBe('tickets.not_open');
});

test('a ticket whose stored file is missing or replaced does not open', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  const other = await boughtDeal({ shows_at_once: true });
  const [own, foreign] = [(await fileOf(ticket.file_id)).object_key, (await fileOf(other.ticket.file_id)).object_key];
  await env.TICKETS_BUCKET.put(own, await (await env.TICKETS_BUCKET.get(foreign))!.arrayBuffer());
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(500);
  await env.TICKETS_BUCKET.delete(own);
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(500);
  expect((await ticketOf(ticket.id)).shown_at).toBeNull();
  expect(meantErrors()).toHaveLength(2);
});
