import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listings, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { expireAll } from '../../../../worker/features/trade/requests/expire-requests.db.ts';
import {
  answerRequest,
  cancelRequest,
  undoAnswer,
} from '../../../../worker/features/trade/requests/move-request.db.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { withdrawListing } from '../../../../worker/features/trade/listings/withdraw-listing.db.ts';
import { DomainError } from '../../../../worker/http/answers/errors.ts';
import { db } from '../../../support/worker/db.ts';
import { newBuyer, eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { eventOf } from '../../../support/worker/nights/event-row.ts';
import { refusable } from '../../../support/worker/trade/deals/calls.ts';
import { SEED } from '../../../support/worker/run-seed.ts';

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      buyer: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 4 }),
      key: fc.integer({ min: 0, max: 5 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('accepted' as const, 'declined' as const, 'cancelled' as const, 'undo' as const),
      pick: fc.nat(20),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), pick: fc.nat(3) }) },
);

const listing = fc.record({
  quantity: fc.integer({ min: 1, max: 5 }),
  ask_price_cents: fc.constantFrom(2400, 2500, 9900),
});

test('stock adds up after ticket requests, answers, undos, expiries and withdrawals in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 1, maxLength: 3 }),
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 }),
      async (given, rounds) => {
        const { event, seller, listed } = await eventWithTickets(given);
        // The third buyer has no verified school, so their holds end sooner.
        const buyers = await Promise.all(
          [true, true, false].map((is_student_verified) => newBuyer({ is_student_verified })),
        );
        let now = new Date();
        const granted: { key: string; id: string }[] = [];
        // The steps of a round run at the same time, so their transactions may come in any order.
        for (const round of rounds) {
          const made = await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id));
          await Promise.all(
            round.map(async (action) => {
              if (action.do === 'wait') now = new Date(now.getTime() + action.hours * 3_600_000);
              else if (action.do === 'expire') await Promise.all([expireAll(db, { now }), expireAll(db, { now })]);
              else if (action.do === 'withdraw') {
                const { id } = listed[action.pick % listed.length]!;
                await refusable(withdrawListing(db, { which: { id, seller_id: seller.id } }));
              } else if (action.do === 'request') {
                const key = `${event.id}-key-${action.key}`;
                const buyer_id = buyers[action.buyer]!.id;
                const input = { buyer_id, event_id: event.id, quantity: action.quantity, key };
                const outcomes = await Promise.all([
                  requestTickets(db, { input, now }),
                  requestTickets(db, { input, now }),
                ]);
                for (const { granted: request } of outcomes) {
                  if (!(request instanceof DomainError)) granted.push({ key: `${buyer_id} ${key}`, id: request.id });
                }
              } else if (made.length > 0) {
                const request = made[action.pick % made.length]!;
                const [bought, sold] = [request.buyer_id, request.seller_id].map((actor_id) => ({
                  id: request.id,
                  actor_id,
                  now,
                }));
                if (action.do === 'cancelled') await refusable(cancelRequest(db, bought!));
                else if (action.do === 'undo') await refusable(undoAnswer(db, sold!));
                else await refusable(answerRequest(db, { ...sold!, to: action.do }));
              }
            }),
          );
          await expectStockAddsUp(event.id, listed);
        }
        const answers = new Set(granted.map(({ key, id }) => `${key} ${id}`));
        expect(answers.size).toBe(new Set(granted.map(({ key }) => key)).size);
      },
    ),
    { numRuns: 25, seed: SEED },
  );
}, 120_000);

async function expectStockAddsUp(eventId: string, listed: readonly { id: string; quantity: number }[]): Promise<void> {
  const rows = await db.select().from(listings).where(eq(listings.event_id, eventId));
  const requests = await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, eventId));
  const event = await eventOf(eventId);
  expect(new Set(requests.map((row) => `${row.buyer_id} ${row.idempotency_key}`)).size).toBe(requests.length);
  const pending = requests.filter(({ status }) => status === 'pending').map(({ buyer_id }) => buyer_id);
  expect(new Set(pending).size).toBe(pending.length);
  expect(event.listing_count).toBe(rows.filter(({ status }) => status === 'active').length);
  for (const row of rows) {
    const sum = (status: string) =>
      requests
        .filter((one) => one.listing_id === row.id && one.status === status)
        .reduce((total, { quantity }) => total + quantity, 0);
    expect(row.held).toBe(sum('pending'));
    expect(row.quantity + row.held + sum('accepted')).toBe(listed.find(({ id }) => id === row.id)!.quantity);
    const fromStock = row.quantity > 0 ? 'active' : row.held > 0 ? 'reserved' : 'sold';
    expect(row.status).toBe(['withdrawn', 'expired'].includes(row.status) ? row.status : fromStock);
    expect(requests.every((one) => one.listing_id !== row.id || one.offered_price_cents <= 3750)).toBe(true);
  }
}
