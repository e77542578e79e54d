import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authUserRow } from '../../../../drizzle/seed/auth-rows.ts';
import { paymentRow } from '../../../../drizzle/seed/payment-rows.ts';
import { profileRow } from '../../../../drizzle/seed/rows.ts';
import { authUsers, payments, profiles, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { USUAL_FEES } from '../../../../worker/contract/trade/fees.ts';
import { answerRequest, cancelRequest } from '../../../../worker/features/trade/requests/move-request.db.ts';
import { type GroupInput, requestGroup } from '../../../../worker/features/trade/groups/request-group.db.ts';
import { DomainError } from '../../../../worker/http/answers/errors.ts';
import { newKey } from '../../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../../support/worker/db.ts';
import { newBuyer } from '../../../support/worker/trade/event-with-tickets.ts';
import { eventWithSellers, groupsOf, expectStockAddsUp } from '../../../support/worker/trade/ticket-groups.ts';
import { changeRequest } from '../../../support/worker/trade/deals/rows.ts';
import { SEED } from '../../../support/worker/run-seed.ts';

const ask = (input: GroupInput, now = new Date()) => requestGroup(db, { input, fees: USUAL_FEES, now });

/** Returns the smallest number of listings that have enough tickets together, and the lowest cost with that number. */
function bestWay(
  listings: readonly { quantity: number; ask_price_cents: number }[],
  places: number,
): [number, number] | null {
  let best: [number, number] | null = null;
  for (let chosen = 1; chosen < 2 ** listings.length; chosen++) {
    const some = listings
      .filter((_, at) => chosen & (2 ** at))
      .toSorted((a, b) => a.ask_price_cents - b.ask_price_cents);
    let [left, cost] = [places, 0];
    for (const { quantity, ask_price_cents } of some) {
      cost += Math.min(left, quantity) * ask_price_cents;
      left -= Math.min(left, quantity);
    }
    const way: [number, number] = [some.length, cost];
    if (left === 0 && (!best || way[0] < best[0] || (way[0] === best[0] && cost < best[1]))) best = way;
  }
  return best;
}

test('a group buys from as few sellers as possible, and pays the least that is possible with so few sellers', async () => {
  const listing = fc.record({
    quantity: fc.integer({ min: 1, max: 7 }),
    ask_price_cents: fc.integer({ min: 10, max: 60 }).map((n) => n * 100),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 1, maxLength: 9 }),
      fc.integer({ min: 1, max: 6 }),
      async (given, places) => {
        const { event, listed } = await eventWithSellers(given);
        const buyer = await newBuyer();
        const { granted } = await ask({ buyer_id: buyer.id, event_id: event.id, places, key: newKey() });
        const members = granted instanceof DomainError ? [] : granted.map(({ request }) => request);
        const cost = members.reduce((sum, request) => sum + request.quantity * request.offered_price_cents, 0);
        expect(members.length === 0 ? null : [members.length, cost]).toEqual(bestWay(given, places));
        expect(members.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(members.length === 0 ? 0 : places);
        expect(members.every(({ group_id, status }) => group_id === members[0]!.id && status === 'pending')).toBe(true);
        await expectStockAddsUp(event.id, listed);
      },
    ),
    { numRuns: 20, seed: SEED },
  );
}, 120_000);

test('if 200 groups ask 40 sellers at the same time, each gets all its tickets or none, and no ticket is held twice', async () => {
  const { event, listed } = await eventWithSellers(
    Array.from({ length: 40 }, (_, at) => ({ quantity: 1 + (at % 4), ask_price_cents: 2000 + 50 * at })),
  );
  const tickets = listed.reduce((sum, { quantity }) => sum + quantity, 0);
  const buyers = Array.from({ length: 200 }, () => profileRow());
  for (let at = 0; at < 200; at += 20) {
    const some = buyers.slice(at, at + 20);
    const [first, ...rest] = some.map(({ id }) => db.insert(authUsers).values(authUserRow({ id })));
    await db.batch([first!, ...rest, ...some.map((buyer) => db.insert(profiles).values(buyer))]);
  }
  const wants = buyers.map(({ id: buyer_id }, at) => {
    return { buyer_id, event_id: event.id, places: 1 + (at % 6), key: newKey() };
  });
  const answers = await Promise.all(wants.map((input) => ask(input)));
  const groups = await groupsOf(event.id);
  const granted = answers.flatMap(({ granted: rows }, at) =>
    rows instanceof DomainError ? [] : [{ rows, places: wants[at]!.places }],
  );
  expect(groups.size).toBe(granted.length);
  for (const { rows, places } of granted) {
    const stored = groups.get(rows[0]!.request.group_id!)!;
    expect(stored.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(places);
  }
  const held = granted.reduce((sum, { places }) => sum + places, 0);
  // A buyer is refused only if too few tickets are left, and nobody asks for more than six.
  expect(tickets - held).toBeLessThan(6);
  await expectStockAddsUp(event.id, listed);
  const again = await Promise.all(wants.slice(0, 20).map((input) => ask(input)));
  const idsOf = ({ granted: rows }: (typeof answers)[number]) =>
    rows instanceof DomainError ? [] : rows.map(({ request }) => request.id);
  const kept = answers
    .slice(0, 20)
    .flatMap((first, at) => (idsOf(first).length > 0 ? [[idsOf(first), idsOf(again[at]!)]] : []));
  expect(kept.map(([, second]) => second)).toEqual(kept.map(([first]) => first));
  expect((await groupsOf(event.id)).size).toBeGreaterThanOrEqual(groups.size);
}, 120_000);

const statusesOf = async (members: readonly { id: string }[]) => {
  const ids = members.map(({ id }) => id);
  return (await db.select().from(ticketRequests).where(inArray(ticketRequests.id, ids)))
    .map(({ status }) => status)
    .toSorted();
};

async function groupOfTwo(buyer_id: string) {
  const { event } = await eventWithSellers([{ quantity: 1 }, { quantity: 1 }]);
  const { granted } = await ask({ buyer_id, event_id: event.id, places: 2, key: newKey() });
  if (granted instanceof DomainError) throw granted;
  return granted.map(({ request }) => request);
}

type Members = Awaited<ReturnType<typeof groupOfTwo>>;

async function acceptAll(members: Members): Promise<void> {
  for (const { id, seller_id } of members)
    await answerRequest(db, { id, actor_id: seller_id, now: new Date(), to: 'accepted' });
}

/** Makes an answer final, as if the time in which the seller can undo it were over. */
const endUndo = ({ id }: Members[number]) => changeRequest(id, { status: 'accepted' });

test('a buyer cannot cancel a group once one of its ticket requests has been charged', async () => {
  const buyer = await newBuyer();
  const [begun, open] = [await groupOfTwo(buyer.id), await groupOfTwo(buyer.id)];
  const now = new Date();
  await acceptAll(begun);
  for (const [at, status] of (['captured', 'authorized'] as const).entries())
    await db.insert(payments).values(paymentRow({ request_id: begun[at]!.id, status }));
  await endUndo(begun[0]!);
  await expect(cancelRequest(db, { id: begun[1]!.id, actor_id: buyer.id, now })).rejects.toThrow(DomainError);
  expect(await statusesOf(begun)).toEqual(['accepted', 'pending']);
  await cancelRequest(db, { id: open[1]!.id, actor_id: buyer.id, now });
  expect(await statusesOf(open)).toEqual(['cancelled', 'cancelled']);
});

test('when one acceptance in a group becomes final, all acceptances in that group become final', async () => {
  const buyer = await newBuyer();
  const [one, other] = [await groupOfTwo(buyer.id), await groupOfTwo(buyer.id)];
  for (const group of [one, other]) await acceptAll(group);
  await endUndo(one[0]!);
  expect(await statusesOf(one)).toEqual(['accepted', 'accepted']);
  expect(await statusesOf(other)).toEqual(['pending', 'pending']);
});
