import { clock } from './edge.ts';
import { DAY_MS, rows, type World } from './world.ts';

interface Times {
  start_at: number;
  end_at: number;
}

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();
const times = (world: World) => rows<Times>(world, 'SELECT start_at, end_at FROM events WHERE id = ?', world.event_id)[0];

/** Moves both ends of the night. */
const moved = (by: (event: Times) => number) => (world: World) => {
  const event = times(world);
  const ms = by(event);
  return { start_at: at(event.start_at + ms), end_at: at(event.end_at + ms) };
};

/** What an organizer changes about the night. */
export const EDITS = {
  'the highest price to eleven times the face value': () => ({ price_max_pct: 1000 }),
  'the highest price to twice the face value': () => ({ price_max_pct: 100 }),
  'the price to $400': () => ({ ticket_price: 400 }),
  'the night to fifteen days ago': moved(({ start_at }) => clock.ms - 15 * DAY_MS - start_at),
  'the night to a day ago': moved(({ start_at }) => clock.ms - DAY_MS - start_at),
  'the doors to twenty minutes from now': moved(({ start_at }) => clock.ms + HOUR_MS / 3 - start_at),
  'the night two days later': moved(() => 2 * DAY_MS),
  'the end to the year 2090': () => ({ end_at: '2090-01-01T05:00:00.000Z' }),
  'the end to five minutes after the doors': (world: World) => ({ end_at: at(times(world).start_at + HOUR_MS / 12) }),
} satisfies Record<string, (world: World) => object>;
