import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  ledgerTransfers,
  listings,
  listingTickets,
  sellerFailures,
  ticketFiles,
  ticketRequests,
} from '../../../drizzle/tables/all-tables.ts';
import { LEAST_CENTS } from '../../../worker/http/shared/ticket-price.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { askForTickets, newKey, offerTickets, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { hashOf, listCodes, type ListedAnswer, listTickets, readyTicket } from '../../support/worker/trade/list-files.ts';
import { paidSale } from '../../support/worker/trade/paid-sale.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { fileOf, uploadedFile } from '../../support/worker/trade/ticket-files.ts';

beforeEach(async () => {
  await launch('sell', true);
  await launch('payments', true);
  await launch('handover', true);
});

const ticketsIn = (listing_id: string) => db.select().from(listingTickets).where(eq(listingTickets.listing_id, listing_id));
const listingsOf = (event_id: string) => db.select().from(listings).where(eq(listings.event_id, event_id));
const refusal = ({ status, json }: { status: number; json: ListedAnswer }) => [status, json.error.code];

test('a listing of files has one ticket for each file, and stores each code as a keyed hash only', async () => {
  const { headers, user } = await reseller();
  const { event } = await eventWithTickets([]);
  const { status, json, sent } = await listCodes(headers, { event_id: event.id, codes: ['code one', 'code two'] });
  expect([status, json.quantity, json.kind]).toEqual([201, 2, 'file']);
  expect(json.tickets).toEqual([1, 2].map(() => ({ id: expect.any(String), code_format: 'qr', request_id: null, shown_at: null })));
  const rows = await ticketsIn(json.id);
  expect(rows.map(({ file_id }) => file_id).toSorted()).toEqual(sent.map(({ file_id }) => file_id).toSorted());
  expect(rows).toMatchObject(
    [1, 2].map(() => ({ event_id: event.id, seller_id: user.id, freed_at: null, code_hmac: expect.stringMatching(/^[0-9a-f]{64}$/) })),
  );
  for (const { file_id } of sent) expect((await fileOf(file_id)).claimed_at).not.toBeNull();
  const stored = JSON.stringify([rows, await listingsOf(event.id)]);
  for (const { code_hash } of sent) expect(stored).not.toContain(code_hash);
  const { answer } = await callCounted('/api/my/listings', { headers });
  expect(await answer.json()).toMatchObject({ listings: [{ kind: 'file', tickets: [{ request_id: null }, { request_id: null }] }] });
});

test('files that nobody can pay by card are refused, because they would never open', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([], { ticket_price_cents: 2500, price_min_pct: -100 });
  const tickets = [await readyTicket(headers, 'a free code')];
  const free = await listTickets(headers, { event_id: event.id, tickets, ask_price: 0 });
  expect([...refusal(free), free.json.error.fields]).toEqual([422, 'request.invalid', { ask_price: expect.any(String) }]);
  const listed = await listTickets(headers, { event_id: event.id, tickets });
  const priced = await post(`/api/listings/${listed.json.id}`, { headers, method: 'PATCH', body: { ask_price: 0 } });
  expect([priced.status, priced.json.error.code]).toEqual([422, 'request.invalid']);
  expect(await listingsOf(event.id)).toMatchObject([{ ask_price_cents: 2500 }]);
  const least = await post(`/api/listings/${listed.json.id}`, { headers, method: 'PATCH', body: { ask_price: LEAST_CENTS / 100 } });
  expect([least.status, least.json.ask_price]).toEqual([200, LEAST_CENTS / 100]);
  const another = [await readyTicket(headers, 'a cheap code')];
  expect((await listTickets(headers, { event_id: event.id, tickets: another, ask_price: LEAST_CENTS / 100 })).status).toBe(201);
  expect((await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity: 1, ask_price: 0 })).status).toBe(201);
});

test('tickets that the seller sends or puts on a list have a number and no files', async () => {
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

test('the kind is required while hand-overs are on, and refused while they are off', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const plain = () => offerTickets(headers, { event_id: event.id, quantity: 1, ask_price: 25 });
  const without = await plain();
  expect([without.status, without.json.error.code, Object.keys(without.json.error.fields!)]).toEqual([422, 'request.invalid', ['kind']]);
  const ticket = await readyTicket(headers, 'a code');
  await launch('handover', false);
  expect(refusal(await listTickets(headers, { event_id: event.id, tickets: [ticket] }))).toEqual([403, 'launch.off']);
  expect(refusal(await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity: 1 }))).toEqual([403, 'launch.off']);
  expect((await plain()).status).toBe(201);
  expect((await fileOf(ticket.file_id)).claimed_at).toBeNull();
});

test('if two sellers list the same code at the same moment, one of them wins and the other learns that it is listed', async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, () => reseller()));
  const { event } = await eventWithTickets([]);
  const ready = await Promise.all(
    sellers.map(async ({ headers }, at) => ({
      headers,
      tickets: [await readyTicket(headers, `own ${at}`), await readyTicket(headers, 'the same')],
    })),
  );
  const answers = await Promise.all(ready.map(({ headers, tickets }) => listTickets(headers, { event_id: event.id, tickets })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
    expect([status, json.error.code]).toEqual([409, 'tickets.code_listed']);
    expect(json.error.message).not.toContain('yours');
  }
  // All or nothing: the other codes and files of the refused lists stay free.
  expect(await listingsOf(event.id)).toHaveLength(1);
  const rows = await db.select().from(listingTickets).where(eq(listingTickets.event_id, event.id));
  expect(rows).toHaveLength(2);
  const loser = ready[answers.findIndex(({ status }) => status !== 201)]!;
  expect((await fileOf(loser.tickets[0]!.file_id)).claimed_at).toBeNull();
  expect((await listTickets(loser.headers, { event_id: event.id, tickets: [loser.tickets[0]] })).status).toBe(201);
});

test('a seller learns that a code is in a listing of their own, and may list it for another event', async () => {
  const { headers } = await reseller();
  const [{ event }, other] = [await eventWithTickets([]), await eventWithTickets([])];
  await listCodes(headers, { event_id: event.id, codes: ['season pass'] });
  const again = await listCodes(headers, { event_id: event.id, codes: ['season pass'] });
  expect([again.status, again.json.error.message]).toEqual([409, expect.stringContaining('a listing of yours')]);
  expect((await listCodes(headers, { event_id: other.event.id, codes: ['season pass'] })).status).toBe(201);
});

test('a file is used once: by its owner, as a ticket, while it exists', async () => {
  const [{ headers, user }, thief] = [await reseller(), await reseller()];
  const { event } = await eventWithTickets([]);
  const ticket = await readyTicket(headers, 'a code');
  const list = (as: Record<string, string>, file_id: string, code: string) =>
    hashOf(code).then((code_hash) => listTickets(as, { event_id: event.id, tickets: [{ file_id, code_hash, code_format: 'qr' }] }));
  expect(refusal(await list(thief.headers, ticket.file_id, 'another code'))).toEqual([409, 'tickets.file_taken']);
  expect(refusal(await list(headers, 'no such file', 'another code'))).toEqual([409, 'tickets.file_taken']);
  await paidSale({ seller_id: user.id });
  expect(refusal(await list(headers, await uploadedFile(headers, { purpose: 'evidence' }), 'x'))).toEqual([409, 'tickets.file_taken']);
  const gone = await uploadedFile(headers);
  await db.update(ticketFiles).set({ destroyed_at: new Date(), wrapped_key: null }).where(eq(ticketFiles.id, gone));
  expect(refusal(await list(headers, gone, 'x'))).toEqual([409, 'tickets.file_taken']);
  // Several lists at the same moment name the same file with different codes.
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((code) => list(headers, ticket.file_id, code)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await listingsOf(event.id)).toHaveLength(1);
});

test('a repeated key lists once with its tickets, and another body under the key is refused', async () => {
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

test('a withdrawn ticket can be listed again with a new upload, by anybody', async () => {
  const [{ headers }, friend] = [await reseller(), await reseller()];
  const { event } = await eventWithTickets([]);
  const { json, sent } = await listCodes(headers, { event_id: event.id, codes: ['mine'] });
  const withdrawn = await post(`/api/listings/${json.id}/withdraw`, { headers });
  expect([withdrawn.status, (withdrawn.json as ListedAnswer).tickets]).toEqual([200, []]);
  expect(refusal(await listTickets(headers, { event_id: event.id, tickets: sent }))).toEqual([409, 'tickets.file_taken']);
  expect((await listCodes(friend.headers, { event_id: event.id, codes: ['mine'] })).status).toBe(201);
  expect(refusal(await listCodes(headers, { event_id: event.id, codes: ['mine'] }))).toEqual([409, 'tickets.code_listed']);
});

test('a code that is held or sold stays live after its listing is withdrawn', async () => {
  await launch('payments', true);
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const { json } = await listCodes(headers, { event_id: event.id, codes: ['first', 'second'] });
  const [ticket] = await ticketsIn(json.id);
  const buyer = await signedInAs('user');
  const asked = await askForTickets(buyer.headers, { event_id: event.id, quantity: 1 });
  await db.update(listingTickets).set({ request_id: asked.json.id }).where(eq(listingTickets.id, ticket!.id));
  await db.update(ticketRequests).set({ answer: 'declined', asked_until: new Date() }).where(eq(ticketRequests.id, asked.json.id));
  await post(`/api/listings/${json.id}/withdraw`, { headers });
  const rows = await ticketsIn(json.id);
  expect(rows.map(({ id, freed_at }) => [id === ticket!.id, freed_at === null])).toEqual(
    rows.map(({ id }) => [id === ticket!.id, id === ticket!.id]),
  );
  const answers = [
    await listCodes(headers, { event_id: event.id, codes: ['first'] }),
    await listCodes(headers, { event_id: event.id, codes: ['second'] }),
  ];
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(1);
});

test('a seller whose hand-over failed, or who owes money, lists nothing until it is settled', async () => {
  const { headers, user } = await reseller();
  const { event } = await eventWithTickets([]);
  const { request_id } = await paidSale({ seller_id: user.id });
  const list = async () =>
    refusal(
      await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity: 1 }).then(({ status, json }) => ({
        status,
        json: { ...json, error: json.error ?? { code: 'none' } },
      })),
    );
  await db.insert(sellerFailures).values({ request_id, seller_id: user.id });
  expect(await list()).toEqual([409, 'tickets.settle_first']);
  await db.update(sellerFailures).set({ settled_at: new Date() }).where(eq(sellerFailures.request_id, request_id));
  expect(await list()).toEqual([201, 'none']);
  const debt = {
    cause: `debt:${request_id}`,
    leg: 1,
    debit: `receivable:${user.id}`,
    credit: `refund_due:${request_id}`,
    amount_cents: 500,
    request_id,
    at: new Date(),
  };
  await db.insert(ledgerTransfers).values(debt);
  expect(await list()).toEqual([409, 'tickets.settle_first']);
});

test('a seller lists twice with two keys, and each answer tells its own listing', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const offer = async (quantity: number) => (await listTickets(headers, { event_id: event.id, kind: 'transfer', quantity })).json;
  const [one, two] = [await offer(1), await offer(2)];
  expect([one.quantity, two.quantity]).toEqual([1, 2]);
  expect(two.id).not.toBe(one.id);
});
