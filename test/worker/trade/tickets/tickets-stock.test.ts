import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TICKET_REQUEST_STATUSES } from '../../../../drizzle/vocabulary.ts';
import { ticketRequestRow } from '../../../../drizzle/seed/rows.ts';
import { ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { isWithinBand } from '../../../../worker/contract/trade/price-band.ts';
import { TICKET_REQUEST_MOVES } from '../../../../worker/contract/trade/ticket-moves.ts';
import { listTickets } from '../../../../worker/features/trade/listings/list-tickets.db.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { newKey } from '../../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { newBuyer, eventWithTickets, stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../../support/worker/launch.ts';
import { reseller } from '../../../support/worker/people/reseller.ts';
import { addListing, changeRequest } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { refusedBy } from '../../../support/worker/trade/deals/calls.ts';
import { SEED } from '../../../support/worker/run-seed.ts';

test('the database picks the oldest of the cheapest listings inside the price band', async () => {
  const listing = fc.record({
    ask_price_cents: fc.integer({ min: 0, max: 20_000 }),
    created_at: fc.integer({ min: 1, max: 5 }).map((day) => new Date(Date.UTC(2030, 0, day))),
    status: fc.constantFrom('active' as const, 'draft' as const, 'withdrawn' as const),
  });
  const band = fc.record({
    ticket_price_cents: fc.option(fc.integer({ min: 0, max: 10_000 })),
    price_min_pct: fc.integer({ min: -100, max: 0 }),
    price_max_pct: fc.integer({ min: 0, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(band, fc.array(listing, { maxLength: 6 }), async (over, given) => {
      const edges = [Math.ceil, Math.floor].flatMap((round) =>
        [over.price_min_pct, over.price_max_pct].map((pct) =>
          round(((over.ticket_price_cents ?? 0) * (100 + pct)) / 100),
        ),
      );
      const atEdges = edges.map((ask_price_cents) => ({
        ask_price_cents,
        status: 'active' as const,
        created_at: new Date(0),
      }));
      const { event, listed } = await eventWithTickets([...given, ...atEdges], over);
      const buyer = await newBuyer();
      const input = { buyer_id: buyer.id, event_id: event.id, quantity: 1, key: event.id };
      const { granted } = await requestTickets(db, { input, now: new Date() });
      const [best] = listed
        .filter((row) => row.status === 'active' && isWithinBand(event, row.ask_price_cents))
        .toSorted(
          (a, b) =>
            a.ask_price_cents - b.ask_price_cents ||
            a.created_at.getTime() - b.created_at.getTime() ||
            (a.id < b.id ? -1 : 1),
        );
      expect(granted).toMatchObject(
        best ? { listing_id: best.id, offered_price_cents: best.ask_price_cents } : { code: 'tickets.none_available' },
      );
    }),
    { numRuns: 40, seed: SEED },
  );
}, 60_000);

test('the database allows a ticket request only the status changes in TICKET_REQUEST_MOVES', async () => {
  const { event, seller, listed } = await eventWithTickets([{ quantity: 100 }]);
  const buyer = await newBuyer();
  for (const from of TICKET_REQUEST_STATUSES) {
    for (const to of TICKET_REQUEST_STATUSES.filter((status) => status !== from)) {
      const row = ticketRequestRow({
        event_id: event.id,
        listing_id: listed[0]!.id,
        buyer_id: buyer.id,
        seller_id: seller.id,
      });
      await db.insert(ticketRequests).values(row);
      if (from !== 'pending') await changeRequest(row.id, { status: from });
      const moved = await changeRequest(row.id, { status: to }).then(
        () => true,
        () => false,
      );
      expect([from, to, moved]).toEqual([from, to, TICKET_REQUEST_MOVES[from].includes(to)]);
    }
  }
});

test('the database refuses a ticket request for more tickets than its listing has', async () => {
  const { event, seller, listed } = await eventWithTickets([{ quantity: 2 }]);
  const buyer = await newBuyer();
  const asked = { event_id: event.id, listing_id: listed[0]!.id, buyer_id: buyer.id, seller_id: seller.id };
  await expect(db.insert(ticketRequests).values(ticketRequestRow({ ...asked, quantity: 3 }))).rejects.toMatchObject(
    refusedBy('CHECK'),
  );
  const row = ticketRequestRow({ ...asked, quantity: 1 });
  await db.insert(ticketRequests).values(row);
  await expect(changeRequest(row.id, { quantity: 2 })).rejects.toMatchObject(refusedBy('request_terms_are_fixed'));
  expect(await stockOf(listed[0]!)).toEqual({ quantity: 1, held: 1, status: 'active' });
  await expect(addListing({ event_id: event.id, seller_id: seller.id, held: -1 })).rejects.toMatchObject(
    refusedBy('CHECK'),
  );
});

test('a ticket request from before payments were on gets no payment when it is sent again', async () => {
  const { user } = await signedInAs('user');
  const { event } = await eventWithTickets([{ quantity: 1 }]);
  const input = { buyer_id: user.id, event_id: event.id, quantity: 1, key: newKey() };
  const id = crypto.randomUUID();
  const made = await requestTickets(db, { input, id, now: new Date() });
  await launch('payments', true);
  const repeated = await requestTickets(db, { input, id, now: fromNow(1000) });
  await launch('payments', false);
  expect([made, repeated]).toMatchObject([
    { isNew: true, payment: null, granted: { id } },
    { isNew: false, payment: null, granted: { id } },
  ]);
});

test('a listing or ticket request that is sent again does not notify open event pages again', async () => {
  const { user } = await reseller();
  const { event } = await eventWithTickets([]);
  const tickets = {
    event_id: event.id,
    seller_id: user.id,
    quantity: 1,
    ask_price_cents: 2500,
    is_instant: false,
    mutuals_first: false,
    kind: null,
    files: [],
    shows_at_once: false,
  };
  const list = (key: string) => listTickets(db, { listed: { ...tickets, key }, now: new Date() });
  const told = { id: event.id, slug: event.slug };
  expect((await list('once')).changed).toEqual([told]);
  expect((await list('once')).changed).toEqual([]);
  expect((await list('again')).changed).toEqual([told]);
  const input = { buyer_id: (await newBuyer()).id, event_id: event.id, quantity: 1, key: 'a-request' };
  const request = () => requestTickets(db, { input, now: new Date() });
  expect((await request()).changed).toEqual([told]);
  expect((await request()).changed).toEqual([]);
});
