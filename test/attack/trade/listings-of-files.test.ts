import { beforeEach, expect, test } from 'vitest';
import { listingTicketRow } from '../../../drizzle/seed/ticket-rows.ts';
import { listingTickets } from '../../../drizzle/tables/all-tables.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import {
  listTickets,
  listingsOf,
  openSelling,
  readyTicket,
  refusal,
  ticketsIn,
} from '../../support/worker/trade/list-files.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { fileOf, pdfWith, uploadedFile } from '../../support/worker/trade/ticket-files.ts';

beforeEach(openSelling);

test('a listing with the same picture six times under six invented codes is refused', async () => {
  const { headers } = await reseller();
  const { event } = await eventWithTickets([]);
  const bytes = pdfWith('No code is on this picture.');
  const same = await Promise.all([1, 2, 3, 4, 5, 6].map((at) => readyTicket(headers, `invented ${at}`, { bytes })));
  expect(refusal(await listTickets(headers, { event_id: event.id, tickets: same }))).toEqual([
    409,
    'tickets.file_repeated',
  ]);
  expect(await listingsOf(event.id)).toHaveLength(0);
  expect((await fileOf(same[0]!.file_id)).claimed_at).toBeNull();
});

test('a picture can be listed only once for a night, whoever lists it and with any code, but again for another night', async () => {
  const [{ headers }, friend] = [await reseller(), await reseller()];
  const [{ event }, other] = [await eventWithTickets([]), await eventWithTickets([])];
  const bytes = pdfWith('A picture that two people have.');
  const first = await listTickets(headers, {
    event_id: event.id,
    tickets: [await readyTicket(headers, 'one', { bytes })],
  });
  expect(first.status).toBe(201);
  const again = await listTickets(headers, {
    event_id: event.id,
    tickets: [await readyTicket(headers, 'two', { bytes })],
  });
  expect([...refusal(again), again.json.error.message]).toEqual([
    409,
    'tickets.code_listed',
    expect.stringContaining('one of your listings'),
  ]);
  const theirs = [await readyTicket(friend.headers, 'three', { bytes })];
  expect(refusal(await listTickets(friend.headers, { event_id: event.id, tickets: theirs }))).toEqual([
    409,
    'tickets.code_listed',
  ]);
  expect((await listTickets(friend.headers, { event_id: other.event.id, tickets: theirs })).status).toBe(201);
  // The index refuses the write, whichever statement makes it.
  const [row] = await ticketsIn(first.json.id);
  const second = listingTicketRow({
    ...row!,
    id: 'second',
    code_hmac: 'another',
    file_id: await uploadedFile(headers),
  });
  await expect(db.insert(listingTickets).values(second)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('listing_tickets.content_hmac') },
  });
  await post(`/api/listings/${first.json.id}/withdraw`, { headers });
  const free = [await readyTicket(friend.headers, 'three', { bytes })];
  expect((await listTickets(friend.headers, { event_id: event.id, tickets: free })).status).toBe(201);
});
