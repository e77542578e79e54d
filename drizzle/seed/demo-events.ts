import type { Event, Venue } from '../tables/all-tables.ts';
import { DEFAULT_AGE_POLICY } from '../vocabulary.ts';
import { eventRow, venueRow } from './rows.ts';
import { eventStart } from './sample.ts';

/** Invented venues in real cities: name, city, street. */
const ROOMS = [
  ['The Boiler House', 'Brooklyn', '31 Wythe Avenue'],
  ['Salt Cellar', 'New York', '94 Ludlow Street'],
  ['Paper Tiger', 'Brooklyn', '1180 Flushing Avenue'],
  ['Second Avenue Social', 'New York', '160 Second Avenue'],
  ['Roof at Pier 9', 'New York', '9 South Street'],
  ['Blue Line', 'Boston', '41 Lansdowne Street'],
  ['Common Ground', 'Boston', '85 Harvard Avenue'],
  ['The Ropewalk', 'Boston', '12 Charlestown Navy Yard'],
  ['Kenmore Basement', 'Boston', '533 Commonwealth Avenue'],
  ['River Street Garage', 'Cambridge', '28 River Street'],
] as const;

/** Weekly series: title, description, weekday (0 is Sunday), face value in cents, age policy. */
const SERIES = [
  ['Finals Are Over', 'Pop, edits and one very long conga line. Student ID at the door.', 5, 2500, '18+'],
  ['Low End Theory Class', 'Bass, garage and dubstep. Bring earplugs, we also have some.', 6, 3000, '18+'],
  ['Afterhours Anthropology', 'House and techno until four. Slow start, no phones on the floor.', 6, 4000, '21+'],
  ['Thirsty Thursday Live', 'Three student bands, forty minutes each.', 4, 1500, 'All Ages'],
  ['Reggaeton Rooftop', 'Perreo with a view. The roof closes at one, the room below does not.', 5, 3500, '21+'],
  ['Disco Deficit', 'Seventies records only. Flares get in first.', 3, 2000, '18+'],
  ['Amapiano Sundays', 'Log drums and lunch boxes. Early start, early end.', 0, 1800, 'All Ages'],
  ['Indie Sleaze Night', 'Guitars, sweat, disposable cameras at the bar.', 5, 2200, '18+'],
] as const;

const WEEKS = 8;
const NIGHT_MS = 5 * 3_600_000;

export function demoVenues(): Venue[] {
  return ROOMS.map(([name, city, address], at) =>
    venueRow({
      id: `demo-venue-${at + 1}`,
      slug: slug(name),
      name,
      city,
      address,
      state: city === 'Boston' || city === 'Cambridge' ? 'MA' : 'NY',
    }),
  );
}

export function demoEvents(now: Date): Event[] {
  return Array.from({ length: WEEKS }, (_, weeks) =>
    SERIES.map(([title, description, weekday, ticket_price_cents, age_policy], at) => {
      const room = (at * 3 + weeks) % ROOMS.length;
      const start_at = eventStart(now, { weeks, weekday, hourUtc: 3 });
      return eventRow({
        id: `demo-${slug(title)}-${weeks + 1}`,
        slug: weeks === 0 ? slug(title) : `${slug(title)}-${start_at.toISOString().slice(0, 10)}`,
        title,
        description,
        venue_id: `demo-venue-${room + 1}`,
        start_at,
        end_at: new Date(start_at.getTime() + NIGHT_MS),
        age_policy: age_policy || DEFAULT_AGE_POLICY,
        ticket_price_cents,
        source: 'demo',
        created_at: now,
        updated_at: now,
      });
    }),
  ).flat();
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}
