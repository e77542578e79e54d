import { expect, test } from 'vitest';
import { eventTiles } from './event-tiles.ts';

const NOTHING = { asked: 0, waiting: 0, views: 0, received: 0, failed: 0 };
const of = (counts: Partial<typeof NOTHING>) => eventTiles({ ...NOTHING, ...counts }, []);
const listing = (quantity: number, is_student_verified: boolean) => ({ quantity, seller: { is_student_verified } });

test('an event that nobody has looked at has the demand “Quiet”, no share of verified tickets and no rating', () => {
  expect(of({})).toEqual({ demand: 'Quiet', verified: null, worked: null });
});

test('views of the page can make the demand “Rising”, but never “High”', () => {
  expect([4, 5, 19, 20].map((asked) => of({ asked }).demand)).toEqual(['Quiet', 'Rising', 'Rising', 'High']);
  expect([4, 5, 19, 20].map((waiting) => of({ waiting }).demand)).toEqual(['Quiet', 'Rising', 'Rising', 'High']);
  expect([99, 100, 1_000_000].map((views) => of({ views }).demand)).toEqual(['Quiet', 'Rising', 'Rising']);
});

test('a person who requests tickets and is also on the waitlist counts once', () => {
  expect(of({ asked: 10, waiting: 10 }).demand).toBe('Rising');
  expect(of({ asked: 4, waiting: 4 }).demand).toBe('Quiet');
});

test('the verified share counts tickets, not listings, and is rounded down', () => {
  const shareOf = (...listings: ReturnType<typeof listing>[]) => eventTiles(NOTHING, listings).verified;
  expect(shareOf(listing(3, true), listing(1, false))).toBe(75);
  expect(shareOf(listing(999, true), listing(1, false))).toBe(99);
  expect(shareOf(listing(1, true))).toBe(100);
  expect(shareOf(listing(1, false))).toBe(0);
  expect(shareOf(listing(0, true))).toBe(null);
});

test('the rating needs at least 20 hand-overs', () => {
  expect(of({ received: 18, failed: 1 }).worked).toBe(null);
  expect(of({ received: 18, failed: 2 }).worked).toBe(90);
  expect(of({ received: 999, failed: 1 }).worked).toBe(99);
});
