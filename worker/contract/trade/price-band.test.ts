import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinBand, priceBand, widensBand } from './price-band.ts';

const priced = (ticket_price_cents: number | null, price_min_pct = -10, price_max_pct = 50) => ({
  ticket_price_cents,
  price_min_pct,
  price_max_pct,
});

test.each([
  [priced(8500, -10, 50), 7650, 12_750],
  [priced(6500, -10, 40), 5850, 9100],
  [priced(3000, -10, 25), 2700, 3750],
  [priced(999, -10, 50), 900, 1498],
  [priced(0), 0, 0],
])('the price band of %j runs from %i to %i cents, including both ends', (event, min_cents, max_cents) => {
  expect(priceBand(event)).toEqual({ min_cents, max_cents });
  expect(isWithinBand(event, min_cents) && isWithinBand(event, max_cents)).toBe(true);
  expect(isWithinBand(event, min_cents - 1) || isWithinBand(event, max_cents + 1)).toBe(false);
});

test('an event without a face value has no price band, so no price is allowed', () => {
  expect(priceBand(priced(null))).toBeNull();
  expect(isWithinBand(priced(null), 0) || isWithinBand(priced(null), 1)).toBe(false);
});

test('the face value is always inside its price band', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: -100, max: 0 }),
      fc.integer({ min: 0, max: 1000 }),
      (face, min, max) => isWithinBand(priced(face, min, max), face),
    ),
  );
});

test.each([
  ['the same price band', priced(5000), priced(5000), false],
  ['a higher top', priced(5000), priced(5000, -10, 51), true],
  ['a lower bottom', priced(5000), priced(5000, -11), true],
  ['a higher face value', priced(5000), priced(5100), true],
  ['a narrower band', priced(5000), priced(5000, -9, 49), false],
  ['a first face value', priced(null), priced(5000), true],
  ['a removed face value', priced(5000), priced(null), true],
  ['no face value, before or after', priced(null), priced(null, -50, 100), false],
])('for an edit with %s, from %j to %j, widensBand returns %s', (_edit, before, after, widens) => {
  expect(widensBand(before, after)).toBe(widens);
});
