import { expect, test, vi } from 'vitest';
import { runWorld } from './money/run-world.ts';

const SEEDS = 5;
const EACH = 130;
const LONG_MS = 120_000;

/** How often each situation arose, over all seeds. The last test checks that each arose at least once. */
const met = new Map<string, number>();

vi.spyOn(console, 'log').mockImplementation(() => undefined);
vi.spyOn(console, 'warn').mockImplementation(() => undefined);
vi.spyOn(console, 'error').mockImplementation(() => undefined);

test.for(Array.from({ length: SEEDS }, (_, at) => at + 1))(
  'after any failures the ledger equals the provider’s balance to the cent, and nobody is charged or paid wrongly: seed %i',
  { timeout: LONG_MS },
  async (seed) => {
    const outcome = await runWorld({ seed, purchases: EACH });
    for (const [what, count] of Object.entries(outcome.met)) met.set(what, (met.get(what) ?? 0) + count);
    expect(outcome.broken).toEqual([]);
    expect(outcome.difference_cents).toBe(0);
    expect(outcome.purchases).toBeGreaterThanOrEqual(EACH);
  },
);

test(
  'a refund whose answer was lost is looked up at the provider before a dispute takes the same money',
  { timeout: LONG_MS },
  async () => {
    expect(await runWorld({ seed: 8, purchases: 200 })).toMatchObject({ broken: [], difference_cents: 0 });
  },
);

test('each counted situation arose with at least one seed', () => {
  expect([...met].filter(([, count]) => count === 0)).toEqual([]);
});
