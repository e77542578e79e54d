import type { Event, Listing, Profile, Venue } from '../tables/all-tables.ts';
import { eventRow, listingRow, profileRow, venueRow } from './rows.ts';

/** The sample data of the local seed. A sample event has a page even if the database has no event with its slug. */

export function sampleVenues(): Venue[] {
  return [
    venueRow({ id: 'sample-tba', name: 'Venue TBA', city: 'New York', address: null }),
    venueRow({ id: 'sample-ny', name: 'Lantern Hall', city: 'New York', address: '210 Kent Avenue' }),
    venueRow({ id: 'sample-boston', name: 'Harbor Room', city: 'Boston', state: 'MA', address: '8 Northern Avenue' }),
  ];
}

/**
 * Returns the start of an event on the evening of the next `weekday` in New York (0 is Sunday), or `weeks` weeks later.
 * In UTC, the start is at `hourUtc` on the day after: in winter, Friday 22:00 in New York is Saturday 03:00 UTC.
 */
export function eventStart(
  now: Date,
  { weeks, weekday, hourUtc = 3 }: { weeks: number; weekday: number; hourUtc?: number },
): Date {
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const ahead = (weekday - new Date(day).getUTCDay() + 7) % 7;
  return new Date(day + (ahead + 1 + weeks * 7) * 86_400_000 + hourUtc * 3_600_000);
}

export function sampleEvents(now: Date): Event[] {
  const made = { source: 'sample', created_at: now, updated_at: now };
  return [
    eventRow({
      ...made,
      id: 'sample-headline-halloween',
      slug: 'headline-halloween',
      title: 'Headline Halloween',
      venue_id: 'sample-tba',
      description: 'Two floors, one costume rule: come as somebody. Doors at ten, last entry at one.',
      start_at: eventStart(now, { weeks: 1, weekday: 5 }),
      ticket_price_cents: 8500,
      price_min_pct: -10,
      price_max_pct: 50,
    }),
    eventRow({
      ...made,
      id: 'sample-halloween-warehouse',
      slug: 'halloween-warehouse',
      title: 'Halloween Warehouse',
      venue_id: 'sample-ny',
      description: 'The late one. House and techno until the trains run again.',
      start_at: eventStart(now, { weeks: 1, weekday: 6 }),
      ticket_price_cents: 6500,
      price_min_pct: -10,
      price_max_pct: 40,
    }),
    eventRow({
      ...made,
      id: 'sample-weekend-sessions',
      slug: 'weekend-sessions',
      title: 'Weekend Sessions',
      venue_id: 'sample-boston',
      description: 'Student selectors, small room, big system.',
      start_at: eventStart(now, { weeks: 0, weekday: 6 }),
      ticket_price_cents: 3000,
      price_min_pct: -10,
      price_max_pct: 25,
    }),
  ];
}

export function sampleSellers(): Profile[] {
  return [
    profileRow({ id: 'sample-seller-a', display_name: 'A seller at BU', school: 'Boston University', email: null }),
    profileRow({ id: 'sample-seller-b', display_name: 'A seller at NYU', school: 'New York University', email: null }),
    profileRow({ id: 'sample-seller-c', display_name: 'A seller at MIT', school: 'MIT', email: null }),
  ];
}

export function sampleListings(): Listing[] {
  return [
    listingRow({
      id: 'sample-listing-95',
      event_id: 'sample-headline-halloween',
      seller_id: 'sample-seller-a',
      quantity: 2,
      ask_price_cents: 9500,
    }),
    listingRow({
      id: 'sample-listing-70',
      event_id: 'sample-halloween-warehouse',
      seller_id: 'sample-seller-b',
      quantity: 1,
      ask_price_cents: 7000,
    }),
    listingRow({
      id: 'sample-listing-100',
      event_id: 'sample-headline-halloween',
      seller_id: 'sample-seller-c',
      quantity: 4,
      ask_price_cents: 10_000,
    }),
  ];
}
