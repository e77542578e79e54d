import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { sellerFailures, ticketFiles, venues } from '../../../drizzle/tables/all-tables.ts';
import { SELLER_FAILURE_MS } from '../../../worker/contract/trade/problem-times.ts';
import { LEAST_CENTS } from '../../../worker/http/shared/ticket-price.ts';
import { newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import {
  hashOf,
  listCodes,
  listingsOf,
  listTickets,
  openSelling,
  readyTicket,
  ticketsIn,
} from '../../support/worker/trade/list-files.ts';
import { book, paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { fileOf, uploadedFile } from '../../support/worker/trade/ticket-files.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { listFor, refusal } from '../../support/worker/trade/deals/calls.ts';

beforeEach(openSelling);

test('a listing of files has one ticket for each file, and stores the codes only as keyed hashes', async () => {
  const { headers, user } = await reseller();
  const { event } = await eventWithTickets([]);
  const { status, json, sent } = await listCodes(headers, { event_id: event.id, codes: ['code one', 'code two'] });
  expect([status, json.quantity, json.kind]).toEqual([201, 2, 'file']);
  expect(json.tickets).toEqual(
    [1, 2].map(() => ({ id: expect.any(String), code_format: 'qr', request_id: null, shown_at: null })),
  );
  const rows = await ticketsIn(json.id);
  expect(rows.map(({ file_id }) => file_id).toSorted()).toEqual(sent.map(({ file_id }) => file_id).toSorted());
  expect(rows).toMatchObject(
    [1, 2].map(() => ({
      event_id: event.id,
      seller_id: user.id,
      freed_at: null,
      code_hmac: expect.stringMatching(/^[0-9a-f]{64}$/),
    })),
  );
  for (const { file_id } of sent) expect((await fileOf(file_id)).claimed_at).not.toBeNull();
  const stored = JSON.stringify([rows, await listingsOf(event.id)]);
  for (const { code_hash } of sent) expect(stored).not.toContain(code_hash);
  const { answer } = await callCounted('/api/my/listings', { headers });
  expect(await answer.json()).toMatchObject({
    listings: [{ kind: 'file', tickets: [{ request_id: null }, { request_id: null }] }],
  });
});

test('ticket files cannot be listed at a price that is too low for a card payment', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([], { ticket_price_cents: 2500, price_min_pct: -100 });
  const tickets = [await readyTicket(headers, 'a free code')];
  const free = await listTickets(headers, { event_id: event.id, tickets, ask_price: 0 });
  expect([...refusal(free), free.json.error.fields]).toEqual([
    422,
    'request.invalid',
    { ask_price: expect.any(String) },
  ]);
  const listed = await listTickets(headers, { event_id: event.id, tickets });
  const price = (ask_price: number) =>
    post(`/api/listings/${listed.json.id}`, { headers, method: 'PATCH', body: { ask_price } });
  expect(refusal(await price(0))).toEqual([422, 'request.invalid']);
  expect(await listingsOf(event.id)).toMatchObject([{ ask_price_cents: 2500 }]);
  const least = LEAST_CENTS / 100;
  expect(await price(least)).toMatchObject({ status: 200, json: { ask_price: least } });
  const cheap = { event_id: event.id, tickets: [await readyTicket(headers, 'a cheap code')], ask_price: least };
  expect((await listTickets(headers, cheap)).status).toBe(201);
  const sent = { event_id: event.id, kind: 'transfer', quantity: 1, ask_price: 0 };
  expect((await listTickets(headers, sent)).status).toBe(201);
});

test('a listing by transfer or name list has a quantity and no files', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  for (const kind of ['transfer', 'name_list']) {
    const { status, json } = await listTickets(headers, { event_id: event.id, kind, quantity: 3 });
    expect([status, json.kind, json.quantity, json.tickets]).toEqual([201, kind, 3, []]);
  }
  const ticket = await readyTicket(headers, 'a code');
  for (const body of [
    { kind: 'transfer', quantity: 1, tickets: [ticket] },
    { kind: 'transfer' },
    { kind: 'file' },
    { kind: 'file', tickets: [] },
    { kind: 'file', quantity: 1, tickets: [ticket] },
    { kind: 'file', tickets: [ticket, ticket] },
    { kind: 'file', tickets: [{ ...ticket, code_hash: 'A'.repeat(64) }] },
    { kind: 'file', tickets: [{ ...ticket, code_format: 'ean13' }] },
    { kind: 'post', quantity: 1 },
  ]) {
    expect(refusal(await listTickets(headers, { event_id: event.id, ...body }))).toEqual([422, 'request.invalid']);
  }
  expect((await fileOf(ticket.file_id)).claimed_at).toBeNull();
});

test('while payments are on, tickets can be listed only in states whose law on resale we have read', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const list = async () => refusal(await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity: 1 }));
  await db.update(venues).set({ state: 'PA' }).where(eq(venues.id, event.venue_id));
  expect(await list()).toEqual([409, 'tickets.law_unread']);
  expect(await listingsOf(event.id)).toEqual([]);
  await launch('payments', false);
  await launch('handover', false);
  expect((await listFor(event, { headers })).status).toBe(201);
});

test('with hand-overs on, a listing must name its kind of hand-over; with hand-overs off, it must not name a kind', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const plain = () => listFor(event, { headers });
  const without = await plain();
  expect([...refusal(without), Object.keys(without.json.error.fields!)]).toEqual([422, 'request.invalid', ['kind']]);
  const ticket = await readyTicket(headers, 'a code');
  await launch('handover', false);
  for (const body of [{ tickets: [ticket] }, { kind: 'transfer', quantity: 1 }])
    expect(refusal(await listTickets(headers, { event_id: event.id, ...body }))).toEqual([403, 'launch.off']);
  expect((await plain()).status).toBe(201);
  expect((await fileOf(ticket.file_id)).claimed_at).toBeNull();
});

test('only the owner of a ticket file can list it, and only once', async () => {
  const [{ headers, user }, thief] = [await reseller(), await reseller()];
  const { event } = await eventWithTickets([]);
  const ticket = await readyTicket(headers, 'a code');
  const list = async (as: Record<string, string>, file_id: string, code: string) => {
    const tickets = [{ file_id, code_hash: await hashOf(code), code_format: 'qr' }];
    return listTickets(as, { event_id: event.id, tickets });
  };
  expect(refusal(await list(thief.headers, ticket.file_id, 'another code'))).toEqual([409, 'tickets.file_taken']);
  expect(refusal(await list(headers, 'no such file', 'another code'))).toEqual([409, 'tickets.file_taken']);
  await paidSale({ seller_id: user.id });
  const evidence = await uploadedFile(headers, { purpose: 'evidence' });
  expect(refusal(await list(headers, evidence, 'x'))).toEqual([409, 'tickets.file_taken']);
  const gone = await uploadedFile(headers);
  await db.update(ticketFiles).set({ destroyed_at: new Date(), wrapped_key: null }).where(eq(ticketFiles.id, gone));
  expect(refusal(await list(headers, gone, 'x'))).toEqual([409, 'tickets.file_taken']);
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((code) => list(headers, ticket.file_id, code)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await listingsOf(event.id)).toHaveLength(1);
});

test('repeated requests with the same key create one listing, and a different body under that key is refused', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const tickets = [await readyTicket(headers, 'one'), await readyTicket(headers, 'two')];
  const sent = { event_id: event.id, tickets, key: newKey() };
  const answers = await Promise.all([1, 2, 3].map(() => listTickets(headers, sent)));
  expect(answers.map(({ status, json }) => [status, json.id])).toEqual(answers.map(() => [201, answers[0]!.json.id]));
  expect(answers[0]!.json.tickets).toHaveLength(2);
  expect(await ticketsIn(answers[0]!.json.id)).toHaveLength(2);
  for (const other of [
    { tickets: tickets.slice(1) },
    { tickets: [{ ...tickets[0]!, code_hash: 'a'.repeat(64) }, tickets[1]!] },
    { shows_at_once: true },
  ]) {
    expect(refusal(await listTickets(headers, { ...sent, ...other }))).toEqual([422, 'tickets.key_reused']);
  }
});

test('a seller with a failed hand-over or a debt cannot list tickets until it is settled', async () => {
  const { headers, user } = await reseller();
  const { event } = await eventWithTickets([]);
  const { request_id } = await paidSale({ seller_id: user.id });
  const list = async () => refusal(await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity: 1 }));
  const created_at = fromNow(-60_000);
  await db.insert(sellerFailures).values({ request_id, seller_id: user.id, created_at });
  expect(await list()).toEqual([409, 'tickets.settle_first']);
  const { answer } = await callCounted('/api/my/listings', { headers });
  expect(await answer.json()).toMatchObject({
    has_settled: false,
    lists_again_at: new Date(created_at.getTime() + SELLER_FAILURE_MS).toISOString(),
  });
  await db.update(sellerFailures).set({ settled_at: new Date() }).where(eq(sellerFailures.request_id, request_id));
  expect(await list()).toEqual([201, undefined]);
  await book(request_id, { cause: 'debt', legs: [[`receivable:${user.id}`, `refund_due:${request_id}`, 500]] });
  expect(await list()).toEqual([409, 'tickets.settle_first']);
});

test('two requests with different keys create two listings, and each answer returns its own listing', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const list = async (quantity: number) =>
    (await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity })).json;
  const [one, two] = [await list(1), await list(2)];
  expect([one.quantity, two.quantity]).toEqual([1, 2]);
  expect(two.id).not.toBe(one.id);
});
