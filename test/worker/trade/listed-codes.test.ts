import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { listingTickets } from '../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import {
  listCodes,
  type ListedAnswer,
  listingsOf,
  listTickets,
  openSelling,
  readyTicket,
  ticketsIn,
} from '../../support/worker/trade/list-files.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { fileOf } from '../../support/worker/trade/ticket-files.ts';
import { askFor, refusal } from '../../support/worker/trade/deals/calls.ts';
import { changeRequest } from '../../support/worker/trade/deals/rows.ts';

beforeEach(openSelling);

test('if six sellers list the same code at the same moment, only one of them succeeds', async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, () => reseller()));
  const { event } = await eventWithTickets([]);
  const ready = await Promise.all(
    sellers.map(async ({ headers }, at) => ({
      headers,
      tickets: [await readyTicket(headers, `own ${at}`), await readyTicket(headers, 'the same')],
    })),
  );
  const answers = await Promise.all(
    ready.map(({ headers, tickets }) => listTickets(headers, { event_id: event.id, tickets })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(refusal(answer)).toEqual([409, 'tickets.code_listed']);
    expect(answer.json.error.message).not.toContain('yours');
  }
  // The other codes and files of the refused listings stay free.
  expect(await listingsOf(event.id)).toHaveLength(1);
  const rows = await db.select().from(listingTickets).where(eq(listingTickets.event_id, event.id));
  expect(rows).toHaveLength(2);
  const loser = ready[answers.findIndex(({ status }) => status !== 201)]!;
  expect((await fileOf(loser.tickets[0]!.file_id)).claimed_at).toBeNull();
  expect((await listTickets(loser.headers, { event_id: event.id, tickets: [loser.tickets[0]] })).status).toBe(201);
});

test('a seller who lists a code twice for an event is told that it is in one of their own listings', async () => {
  const { headers } = await reseller();
  const [{ event }, other] = [await eventWithTickets([]), await eventWithTickets([])];
  await listCodes(headers, { event_id: event.id, codes: ['season pass'] });
  const again = await listCodes(headers, { event_id: event.id, codes: ['season pass'] });
  expect([again.status, again.json.error.message]).toEqual([409, expect.stringContaining('one of your listings')]);
  expect((await listCodes(headers, { event_id: other.event.id, codes: ['season pass'] })).status).toBe(201);
});

test('once a ticket is withdrawn, any seller can list its code with a new upload', async () => {
  const [{ headers }, friend] = [await reseller(), await reseller()];
  const { event } = await eventWithTickets([]);
  const { json, sent } = await listCodes(headers, { event_id: event.id, codes: ['mine'] });
  const withdrawn = await post(`/api/listings/${json.id}/withdraw`, { headers });
  expect([withdrawn.status, (withdrawn.json as ListedAnswer).tickets]).toEqual([200, []]);
  expect(refusal(await listTickets(headers, { event_id: event.id, tickets: sent }))).toEqual([
    409,
    'tickets.file_taken',
  ]);
  expect((await listCodes(friend.headers, { event_id: event.id, codes: ['mine'] })).status).toBe(201);
  expect(refusal(await listCodes(headers, { event_id: event.id, codes: ['mine'] }))).toEqual([
    409,
    'tickets.code_listed',
  ]);
});

test('the code of a ticket that a buyer requested stays reserved after its listing is withdrawn', async () => {
  await launch('payments', true);
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const { json } = await listCodes(headers, { event_id: event.id, codes: ['first', 'second'] });
  const [ticket] = await ticketsIn(json.id);
  const buyer = await signedInAs('user');
  const asked = await askFor(event, buyer);
  await db.update(listingTickets).set({ request_id: asked.json.id }).where(eq(listingTickets.id, ticket!.id));
  await changeRequest(asked.json.id, { answer: 'declined', asked_until: new Date() });
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
