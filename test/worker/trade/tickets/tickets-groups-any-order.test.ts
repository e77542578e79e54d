import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { USUAL_FEES } from '../../../../worker/contract/trade/fees.ts';
import { expireAll } from '../../../../worker/features/trade/requests/expire-requests.db.ts';
import {
  answerRequest,
  cancelRequest,
  undoAnswer,
} from '../../../../worker/features/trade/requests/move-request.db.ts';
import { type GroupInput, requestGroup } from '../../../../worker/features/trade/groups/request-group.db.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { settleAnswers } from '../../../../worker/features/trade/requests/tell-buyers.db.ts';
import { withdrawListing } from '../../../../worker/features/trade/listings/withdraw-listing.db.ts';
import { newKey } from '../../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../../support/worker/db.ts';
import { newBuyer } from '../../../support/worker/trade/event-with-tickets.ts';
import { eventWithSellers, groupsOf, expectStockAddsUp } from '../../../support/worker/trade/ticket-groups.ts';
import { refusable } from '../../../support/worker/trade/deals/calls.ts';
import { SEED } from '../../../support/worker/run-seed.ts';

const HOUR = 3_600_000;

const ask = (input: GroupInput, now = new Date()) => requestGroup(db, { input, fees: USUAL_FEES, now });

const act = fc.record({
  do: fc.constantFrom(
    ...(['group', 'group', 'single', 'accept', 'accept', 'accept', 'decline'] as const),
    ...(['undo', 'cancel', 'wait', 'expire', 'settle', 'withdraw'] as const),
  ),
  who: fc.nat(2),
  pick: fc.nat(30),
  places: fc.integer({ min: 1, max: 6 }),
});

test('no ticket group is accepted in part, in whatever order answers, undos, cancellations and expiries come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 5 }),
      fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 10 }),
      async (sizes, rounds) => {
        const { event, listed } = await eventWithSellers(
          sizes.map((quantity, at) => ({ quantity, ask_price_cents: 2500 + at })),
        );
        const buyers = await Promise.all([newBuyer(), newBuyer(), newBuyer()]);
        let now = new Date();
        const end = async () =>
          void (await Promise.all([expireAll(db, { now }), settleAnswers(db, { now }), expireAll(db, { now })]));
        for (const round of rounds) {
          const made = await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id));
          await Promise.all(
            round.map(async ({ do: what, who, pick, places }) => {
              const input = { buyer_id: buyers[who]!.id, event_id: event.id, key: newKey() };
              const request = made[pick % Math.max(1, made.length)];
              const listing = listed[pick % listed.length]!;
              if (what === 'group') await ask({ ...input, places }, now);
              else if (what === 'single') await requestTickets(db, { input: { ...input, quantity: 1 }, now });
              else if (what === 'wait') now = new Date(now.getTime() + (pick > 10 ? 11_000 : pick * HOUR));
              else if (what === 'expire' || what === 'settle') await end();
              else if (what === 'withdraw')
                await refusable(withdrawListing(db, { which: { id: listing.id, seller_id: listing.seller_id } }));
              else if (request) {
                const [bought, sold] = [request.buyer_id, request.seller_id].map((actor_id) => ({
                  id: request.id,
                  actor_id,
                  now,
                }));
                if (what === 'cancel') await refusable(cancelRequest(db, bought!));
                else if (what === 'undo') await refusable(undoAnswer(db, sold!));
                else await refusable(answerRequest(db, { ...sold!, to: what === 'accept' ? 'accepted' : 'declined' }));
              }
            }),
          );
          const groups = await groupsOf(event.id);
          for (const members of groups.values()) {
            const statuses = new Set(members.map(({ status }) => status));
            // Statuses differ only in a group that is over: one request ended it, and the others were cancelled.
            expect(
              statuses.size === 1 || !['pending', 'accepted'].some((status) => statuses.has(status as 'pending')),
            ).toBe(true);
          }
          await expectStockAddsUp(event.id, listed);
          for (const { id } of buyers) {
            const pending = [...groups.values()]
              .flat()
              .filter((row) => row.buyer_id === id && row.status === 'pending');
            expect(new Set(pending.map(({ group_id }) => group_id)).size).toBeLessThanOrEqual(1);
          }
        }
        now = new Date(now.getTime() + 48 * HOUR);
        await end();
        const left = and(eq(ticketRequests.event_id, event.id), eq(ticketRequests.status, 'pending'));
        expect(await db.select().from(ticketRequests).where(left)).toEqual([]);
        await expectStockAddsUp(event.id, listed);
      },
    ),
    { numRuns: 20, seed: SEED },
  );
}, 240_000);
