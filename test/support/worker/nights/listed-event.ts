import { eventRow, listingRow, profileRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { type Event, events, listings, profiles, type Venue, venues } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';

export const HOUR = 3_600_000;
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

/** Adds an event that begins in two days, with a venue of its own. */
export async function anEvent(title: string, over: Partial<Event> = {}, at: Partial<Venue> = {}): Promise<Event> {
  const venue = venueRow({ name: `Room of ${title}`, ...at });
  const event = eventRow({ title, venue_id: venue.id, start_at: inHours(48), ...over });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  return event;
}

export async function list(event: Event, tickets: { quantity: number; ask_price_cents: number }[]) {
  const seller = profileRow();
  await db.insert(profiles).values(seller);
  const rows = tickets.map((each) => listingRow({ event_id: event.id, seller_id: seller.id, ...each }));
  for (const row of rows) await db.insert(listings).values(row);
  return rows;
}
