import { askAs, personOf } from './asking.ts';
import { clock } from './edge.ts';
import type { Asked } from './serve.ts';
import { DAY_MS, type Name, NIGHT, rows, type World } from './world.ts';

interface Night {
  start_at: number;
  end_at: number;
  updated_at: number;
  name: string;
  city: string;
  state: string;
}

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();

/** The night as it is now, with its room. None once its organizer has deleted it. */
function nightOf(world: World): Night | undefined {
  return rows<Night>(
    world,
    'SELECT start_at, end_at, event.updated_at, name, city, state FROM events event JOIN venues venue ON venue.id = venue_id WHERE event.id = ?',
    world.event_id,
  )[0];
}

/** Moves both ends of the night. */
const moved = (by: (night: Night) => number) => (night: Night) => {
  const ms = by(night);
  return { start_at: at(night.start_at + ms), end_at: at(night.end_at + ms) };
};

const MOVES = {
  'the night to fifteen days ago': moved(({ start_at }) => clock.ms - 15 * DAY_MS - start_at),
  'the night two days later': moved(() => 2 * DAY_MS),
  'the end to five minutes after the doors': ({ start_at }: Night) => ({ end_at: at(start_at + HOUR_MS / 12) }),
};

/** What an organizer changes about the night by the form. */
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
} satisfies Record<string, (night: Night) => object>;

/** What the organizer changes about the night by sending it through the API. */
export const FEEDS = {
  ...MOVES,
  'without a price': () => ({ price_min: null }),
  'with a price of $500': () => ({ price_min: 500 }),
  'in another city': () => ({ venue_name: 'Far Room', venue_address: '1 Door Street, Philadelphia, PA' }),
  cancelled: () => ({ cancelled: true }),
  'as taking place': () => ({ cancelled: false }),
} satisfies Record<string, (night: Night) => object>;

type Who = { who: Name };

export async function edit(world: World, { who, what }: Who & { what: keyof typeof EDITS }): Promise<Asked | undefined> {
  const night = nightOf(world);
  return night && askAboutNight(world, { who, path: '', method: 'PATCH', json: EDITS[what](night) });
}

export const feed = async (world: World, { who, what }: Who & { what: keyof typeof FEEDS }): Promise<Asked | undefined> => {
  const night = nightOf(world);
  if (!night) return undefined;
  const { start_at, end_at, name, city, state } = night;
  const usual = { venue_name: name, venue_address: `1 Door Street, ${city}, ${state}`, start_at: at(start_at), end_at: at(end_at) };
  return askAs(world, who, '/functions/v1/ingest-events', { json: { ...NIGHT, ...usual, ...FEEDS[what](night) } });
};

export const cancelNight = (world: World, { who }: Who) => askAboutNight(world, { who, path: '/cancel', method: 'POST' });
export const restoreNight = (world: World, { who }: Who) => askAboutNight(world, { who, path: '/restore', method: 'POST' });

/** A person gets a role at the night: nobody with one sells for it. */
export const giveRole = (world: World, { who, to, role }: Who & { to: Name; role: 'organizers' | 'door-staff' }) =>
  askAboutNight(world, { who, path: `/${role}`, method: 'POST', json: { email: personOf(world, to).email } });

export async function deleteNight(world: World, { who }: Who): Promise<Asked | undefined> {
  const night = nightOf(world);
  const seen = night && encodeURIComponent(at(night.updated_at));
  return seen ? askAs(world, who, `/api/admin/events/${world.event_id}?updated_at=${seen}`, { method: 'DELETE' }) : undefined;
}

async function askAboutNight(
  world: World,
  { who, path, method, json = {} }: Who & { path: string; method: string; json?: object },
): Promise<Asked | undefined> {
  const night = nightOf(world);
  if (!night) return undefined;
  return askAs(world, who, `/api/admin/events/${world.event_id}${path}`, { method, json: { ...json, updated_at: at(night.updated_at) } });
}
