import { beforeEach, expect, test } from 'vitest';
import { listingTicketRow } from '../../../drizzle/seed/ticket-rows.ts';
import { listingTickets } from '../../../drizzle/tables/all-tables.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { listingsOf, listTickets, openSelling, readyTicket, ticketsIn } from '../../support/worker/trade/list-files.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { fileOf, pdfWith, uploadedFile } from '../../support/worker/trade/ticket-files.ts';
import { type Person, refusal, refusedBy } from '../../support/worker/trade/deals/calls.ts';

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

test('while a ticket picture is listed, nobody can list it again for the same night, even under another code', async () => {
  const [seller, friend] = [await reseller(), await reseller()];
  const [{ event }, other] = [await eventWithTickets([]), await eventWithTickets([])];
  const bytes = pdfWith('A picture that two people have.');
  const list = async (as: Person, code: string, at = event) =>
    listTickets(as.headers, { event_id: at.id, tickets: [await readyTicket(as.headers, code, { bytes })] });
  const first = await list(seller, 'one');
  expect(first.status).toBe(201);
  const again = await list(seller, 'two');
  expect([...refusal(again), again.json.error.message]).toEqual([
    409,
    'tickets.code_listed',
    expect.stringContaining('one of your listings'),
  ]);
  expect(refusal(await list(friend, 'three'))).toEqual([409, 'tickets.code_listed']);
  expect((await list(friend, 'three', other.event)).status).toBe(201);
  // The index refuses the write, whichever statement makes it.
  const [row] = await ticketsIn(first.json.id);
  const second = listingTicketRow({
    ...row!,
    id: 'second',
    code_hmac: 'another',
    file_id: await uploadedFile(seller.headers),
  });
  await expect(db.insert(listingTickets).values(second)).rejects.toMatchObject(
    refusedBy('listing_tickets.content_hmac'),
  );
  await post(`/api/listings/${first.json.id}/withdraw`, seller);
  expect((await list(friend, 'three')).status).toBe(201);
});
