import { askAs, personOf } from './asking.ts';
import { clock } from './edge.ts';
import type { Asked } from './serve.ts';
import { DAY_MS, NIGHT, rows, type World } from './world.ts';
import type { Name } from './names.ts';

interface EventNow {
  start_at: number;
  end_at: number;
  updated_at: number;
  name: string;
  city: string;
  state: string;
}

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();

/** Undefined once the organizer has deleted the night. */
function eventOf(world: World): EventNow | undefined {
  const query = `SELECT start_at, end_at, event.updated_at, name, city, state FROM events event
    JOIN venues venue ON venue.id = venue_id WHERE event.id = ?`;
  return rows<EventNow>(world, query, world.event_id)[0];
}

const moved = (by: (event: EventNow) => number) => (event: EventNow) => {
  const ms = by(event);
  return { start_at: at(event.start_at + ms), end_at: at(event.end_at + ms) };
};

const MOVES = {
  'the night to fifteen days ago': moved(({ start_at }) => clock.ms - 15 * DAY_MS - start_at),
  'the night two days later': moved(() => 2 * DAY_MS),
  'the end to five minutes after the doors': ({ start_at }: EventNow) => ({ end_at: at(start_at + HOUR_MS / 12) }),
};

/** An organizer's changes to the night through the form. */
export const EDITS = {
  ...MOVES,
  'the highest price to eleven times the face value': () => ({ price_max_pct: 1000 }),
  'the highest price to twice the face value': () => ({ price_max_pct: 100 }),
  'the price to $400': () => ({ ticket_price: 400 }),
  'the night to a day ago': moved(({ start_at }) => clock.ms - DAY_MS - start_at),
  'the doors to twenty minutes from now': moved(({ start_at }) => clock.ms + HOUR_MS / 3 - start_at),
  'the end to the year 2090': () => ({ end_at: '2090-01-01T05:00:00.000Z' }),
  'the end to now': () => ({ end_at: at(clock.ms) }),
  'the night to the room next door': () => ({ venue_id: 'next door' }),
  'the night to another city': () => ({ venue_id: 'far away' }),
  'the night off the site': () => ({ is_published: false }),
  'the night back on the site': () => ({ is_published: true }),
} satisfies Record<string, (event: EventNow) => object>;

/** An organizer's changes to the night through the API. */
export const FEEDS = {
  ...MOVES,
  'without a price': () => ({ price_min: null }),
  'with a price of $500': () => ({ price_min: 500 }),
  'in another city': () => ({ venue_name: 'Far Room', venue_address: '1 Door Street, Philadelphia, PA' }),
  cancelled: () => ({ cancelled: true }),
  'as taking place': () => ({ cancelled: false }),
} satisfies Record<string, (event: EventNow) => object>;

type Who = { who: Name };

type Outcome = Promise<Asked | undefined>;

export async function edit(world: World, { who, what }: Who & { what: keyof typeof EDITS }): Outcome {
  const event = eventOf(world);
  return event && askAboutEvent(world, { who, path: '', method: 'PATCH', json: EDITS[what](event) });
}

export async function feed(world: World, { who, what }: Who & { what: keyof typeof FEEDS }): Outcome {
  const event = eventOf(world);
  if (!event) return undefined;
  const { start_at, end_at, name, city, state } = event;
  const venue = { venue_name: name, venue_address: `1 Door Street, ${city}, ${state}` };
  const usual = { ...NIGHT, ...venue, start_at: at(start_at), end_at: at(end_at) };
  return askAs(world, who, '/functions/v1/ingest-events', { json: { ...usual, ...FEEDS[what](event) } });
}

export const cancelEvent = (world: World, { who }: Who) =>
  askAboutEvent(world, { who, path: '/cancel', method: 'POST' });
export const restoreEvent = (world: World, { who }: Who) =>
  askAboutEvent(world, { who, path: '/restore', method: 'POST' });

/** People with a role may not sell tickets for the night. */
export const giveRole = (world: World, { who, to, role }: Who & { to: Name; role: 'organizers' | 'door-staff' }) =>
  askAboutEvent(world, { who, path: `/${role}`, method: 'POST', json: { email: personOf(world, to).email } });

export async function deleteEvent(world: World, { who }: Who): Outcome {
  const event = eventOf(world);
  if (!event) return undefined;
  const seen = encodeURIComponent(at(event.updated_at));
  return askAs(world, who, `/api/admin/events/${world.event_id}?updated_at=${seen}`, { method: 'DELETE' });
}

async function askAboutEvent(
  world: World,
  { who, path, method, json: given = {} }: Who & { path: string; method: string; json?: object },
): Outcome {
  const event = eventOf(world);
  if (!event) return undefined;
  const json = { ...given, updated_at: at(event.updated_at) };
  return askAs(world, who, `/api/admin/events/${world.event_id}${path}`, { method, json });
}
