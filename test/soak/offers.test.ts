import { expect, test } from 'vitest';
import { runOffers } from './offers/run-offers.ts';

const SEEDS = 8;
const STEPS = 60;

/** Each of these must happen in at least one random history. Otherwise the test proves too little. */
const TO_MEET = [
  'listed',
  'offered',
  'taken',
  'passed',
  'lapsed',
  'ended',
  'bought by others',
  'request ended',
  'withdrawn',
  'stayed',
  'kept over the pause',
  'ghost',
  'confirmed',
];

test('in random histories, offers go to people in the right order and lose no ticket', async () => {
  const met = new Map<string, number>();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const outcome = await runOffers({ seed, steps: STEPS });
    expect({ seed, broken: outcome.broken }).toEqual({ seed, broken: [] });
    for (const [what, count] of Object.entries(outcome.met)) met.set(what, (met.get(what) ?? 0) + count);
  }
  expect(TO_MEET.filter((what) => !met.has(what))).toEqual([]);
}, 120_000);
