import { expect, test } from 'vitest';
import { aListing } from '../../../../test/support/web/buying.ts';
import { suggestedMost } from './squad-most.ts';

const LISTINGS = [aListing(25, { total_price: 27.5 }), aListing(40, { total_price: 43.7 })];

test.each([
  ['the cheapest listing has enough tickets', LISTINGS, 2, 30],
  ['the next listing is needed', LISTINGS, 3, 45],
  ['there are too few tickets', LISTINGS, 8, 45],
  ['a price that needs no rounding', [aListing(27, { total_price: 30 })], 2, 30],
  ['a price above the limit', [aListing(950, { total_price: 1010 })], 2, 1000],
  ['nothing is on sale', [], 2, undefined],
])('the price limit suggested to a squad fits the tickets on sale: %s', (_what, listings, places, most) => {
  expect(suggestedMost(listings, places)).toBe(most);
});
