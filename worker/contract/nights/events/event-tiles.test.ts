import { expect, test } from 'vitest';
import { eventTiles } from './event-tiles.ts';

const NOTHING = { sellers: 0, verified: 0, received: 0, failed: 0, asked: 0, listed: 0 };
const UNKNOWN = { verified: null, worked: null, asked_per_ticket: null };

test('a tile has a value only if it is based on at least 20 facts', () => {
  expect(eventTiles(NOTHING)).toEqual(UNKNOWN);
  expect(eventTiles({ sellers: 19, verified: 19, received: 18, failed: 1, asked: 19, listed: 4 })).toEqual(UNKNOWN);
  expect(eventTiles({ sellers: 20, verified: 19, received: 18, failed: 2, asked: 20, listed: 7 })).toEqual({
    verified: 95,
    worked: 90,
    asked_per_ticket: 2.9,
  });
});

test('a share is 100% only if nothing is missing, and demand per ticket is null without tickets', () => {
  expect(eventTiles({ ...NOTHING, received: 999, failed: 1, asked: 30 })).toEqual({ ...UNKNOWN, worked: 99 });
  expect(eventTiles({ ...NOTHING, sellers: 40, verified: 40 })).toEqual({ ...UNKNOWN, verified: 100 });
});
