import { expect, test } from 'vitest';
import { AROUND_NIGHT_MS, countByQuarter, doorsAt } from './door.ts';

const at = (time: string, seat: number | null = 1) => ({ at: `2030-06-15T${time}Z`, seat });

test('entries are counted by quarter of an hour, including empty quarters in between', () => {
  const entries = [at('02:14:59'), at('02:00:00'), at('02:45:00'), at('02:20:00', null)];
  expect(countByQuarter(entries)).toEqual([
    { at: '2030-06-15T02:00:00.000Z', people: 2 },
    { at: '2030-06-15T02:15:00.000Z', people: 0 },
    { at: '2030-06-15T02:30:00.000Z', people: 0 },
    { at: '2030-06-15T02:45:00.000Z', people: 1 },
  ]);
  expect(countByQuarter([])).toEqual([]);
});

test('the doors are “closed” until twelve hours before the start, then “early”, and “open” from the start on', () => {
  const start = '2030-06-15T21:00:00Z';
  const doorsBefore = (wait: number) => doorsAt(start, Date.parse(start) - wait);
  expect([0, 1, AROUND_NIGHT_MS, AROUND_NIGHT_MS + 1].map(doorsBefore)).toEqual(['open', 'early', 'early', 'closed']);
});
