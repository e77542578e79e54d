import { countRows } from '../../../support/worker/count-d1.ts';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { profileRow } from '../../../../drizzle/seed/rows.ts';
import { profiles, venues } from '../../../../drizzle/tables/all-tables.ts';
import { type Fees, highestAsk, priceOf } from '../../../../worker/contract/trade/fees.ts';
import { findEvents } from '../../../../worker/features/nights/public/search-events.db.ts';
import { feesOf } from '../../../../worker/http/shared/configured-fees.ts';
import { db } from '../../../support/worker/db.ts';
import { listEvents, manyEvents, removeEvents } from '../../../support/worker/nights/events-list.ts';
import { launch } from '../../../support/worker/launch.ts';
import { night, cardsOf, ROOM } from '../../../support/worker/trade/priced-event.ts';

countRows();

const FEES = feesOf(env);

beforeEach(async () => {
  await removeEvents();
  await launch('payments', false);
  await db.insert(venues).values(ROOM);
  await db.insert(profiles).values(profileRow({ id: 'seller' }));
});

const sorted = (cents: number[]) => cents.toSorted((a, b) => a - b);
/** The total of one ticket in dollars. */
const totalOf = (ask_cents: number, fees: Fees = FEES) => priceOf({ ask_cents, quantity: 1, fees }).total_cents / 100;

test.each([
  ['the usual fees', FEES],
  ['no fees', { buyer_pct: 0, buyer_fixed_cents: 0, seller_pct: 0 }],
  ['high fees', { buyer_pct: 33.3333, buyer_fixed_cents: 1999, seller_pct: 0 }],
])('a price limit is exact to the cent, with payments on and off, and with %s', async (_, fees: Fees) => {
  const limits = [0, 1, 20, 30, 63, 64, 250];
  const edges = limits.flatMap((dollars) => {
    const highest = highestAsk({ total_cents: dollars * 100, fees });
    return [highest - 30, highest - 1, highest, highest + 1, highest + 11, dollars * 100, dollars * 100 + 1];
  });
  const asks = [...new Set(edges)].filter((cents) => cents >= 0);
  for (const [at, cents] of asks.entries()) await (at % 2 ? night([cents]) : night([], { ticket_price_cents: cents }));
  for (const is_on of [true, false]) {
    await launch('payments', is_on);
    for (const under of limits)
      for (const sort of [undefined, 'asc'] as const) {
        const filters = { q: '', city: '', area: '', age: '', venue: '', tag: '', under, sort };
        const found = await findEvents(db, { now: new Date(), filters, fees, after: null, limit: 100 });
        const within = asks.filter((cents) => (is_on ? totalOf(cents, fees) : cents / 100) <= under);
        const shown = found.map(({ from_cents, ticket_price_cents }) => from_cents ?? ticket_price_cents!);

        expect([is_on, under, sorted(shown)]).toEqual([is_on, under, sorted(within)]);
      }
  }
});

test('with payments on, the event counts of price filters and tags are based on total prices', async () => {
  await night([2731], { tags: ['techno'] });
  await night([2732], { tags: ['techno'] });
  const asked = { with: 'choices', under: '30', tag: 'techno', q: 'none' };
  expect((await listEvents(asked)).choices).toMatchObject({
    counts: { under_20: 0, under_30: 2, under_50: 2 },
    without: { under: 2 },
  });
  await launch('payments', true);
  const { titles, choices, cost } = await listEvents(asked);
  expect(titles).toEqual(['none 2731']);
  expect(choices).toMatchObject({
    counts: { under_20: 0, under_30: 1, under_50: 2 },
    without: { under: 2 },
    tag: [{ events: 1 }],
  });
  expect(cost.round_trips).toBe(1);
});

test('with payments on, a search with all filters takes one round trip and reads at most 3 rows per event found', async () => {
  await manyEvents(2000);
  await launch('payments', true);
  const every = { q: 'disko', city: 'Boston', age: '18+', venue: 'w0', tag: 'tag2', under: '40', available: '1' };
  for (const sort of ['asc', 'desc', undefined]) {
    const { events: found, cost } = await listEvents({ ...every, limit: '5', ...(sort ? { sort } : {}) });
    expect(found).toHaveLength(5);
    expect(cost.round_trips).toBe(1);
    expect(cost.rows_read).toBeLessThanOrEqual(3 * found.length);
  }
  const { choices, cost } = await listEvents({ ...every, when: 'weekend', with: 'choices' });
  expect(choices.without).toHaveProperty('under');
  expect(cost.round_trips).toBe(1);
});

test.each(['asc', 'desc'] as const)('with payments on, lists sort by the totals that they show (%s)', async (sort) => {
  await launch('payments', true);
  for (const cents of [3040, 2960, 2999, 0, 9900, 2951]) await night([cents]);
  await night([], { ticket_price_cents: 3000 });
  await night([]);
  const [cards] = await cardsOf(`/api/events?sort=${sort}`);
  const totals = [0, 2951, 2960, 2999, 3000, 3040, 9900].map((cents) => totalOf(cents));
  const shown = cards!.map(({ total_price }) => total_price);
  expect(shown).toEqual(sort === 'asc' ? [...totals, null] : [null, ...totals.toReversed()]);
});
