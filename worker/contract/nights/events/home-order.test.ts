import { expect, test } from 'vitest';
import { orderHome } from './home-order.ts';

const ORDER = { headline_act: 'Headline', launch_party: 'Launch Party', goes_last: ["lolita's patio", 'deck'] };
/** Returns an event at 10 PM in New York on a day in January 2030. January 3 is a Thursday. */
const event = (title: string, day: number) => ({ title, start_at: new Date(Date.UTC(2030, 0, day + 1, 3)) });

test('the order is: headline events, a Thursday launch party, other events by date, titles with a word of `goes_last`', () => {
  const shown = orderHome(
    [
      event("Brunch at Lolita's Patio", 1),
      event('Early Bird', 2),
      event('Launch Party', 3),
      event('HEADLINE returns', 5),
      event('The Headline', 4),
      event('Sun Deck', 2),
      event('Late Bird', 6),
    ],
    ORDER,
  );
  expect(shown.map(({ title }) => title)).toEqual([
    'The Headline',
    'HEADLINE returns',
    'Launch Party',
    'Early Bird',
    'Late Bird',
    "Brunch at Lolita's Patio",
    'Sun Deck',
  ]);
});

test('a launch party on a day other than Thursday is ordered by date', () => {
  const shown = orderHome([event('Decked Out', 9), event('Launch Party', 8), event('First', 7)], ORDER);
  expect(shown.map(({ title }) => title)).toEqual(['First', 'Launch Party', 'Decked Out']);
});

test('the order uses the weekday in New York, not in UTC', () => {
  const friday = event('Headline late', 4);
  expect(friday.start_at.getUTCDay()).toBe(6);
  expect(orderHome([event('Headline early', 5), friday], ORDER)[0]).toBe(friday);
});

test('an empty keyword matches no title', () => {
  const events = [event('Second', 2), event('First', 1)];
  const shown = orderHome(events, { headline_act: '', launch_party: '', goes_last: [''] });
  expect(shown.map(({ title }) => title)).toEqual(['First', 'Second']);
});
