import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { listingRow, profileRow } from '../../../../drizzle/seed/rows.ts';
import { type Listing, listings, profiles, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';
import { eventWithTickets } from './event-with-tickets.ts';

export const PLENTY = { price_min_pct: -100, price_max_pct: 100, ticket_price_cents: 13_750 };

export async function eventWithSellers(given: readonly Partial<Listing>[]) {
  const { event } = await eventWithTickets([], PLENTY);
  const sellers = given.map(() => profileRow());
  for (let at = 0; at < sellers.length; at += 9) await db.insert(profiles).values(sellers.slice(at, at + 9));
  const listed = given.map((row, at) => listingRow({ event_id: event.id, seller_id: sellers[at]!.id, ...row }));
  for (const row of listed) await db.insert(listings).values(row);
  return { event, listed };
}

export async function groupsOf(eventId: string) {
  const rows = await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, eventId));
  return Map.groupBy(
    rows.filter(({ group_id }) => group_id !== null),
    ({ group_id }) => group_id!,
  );
}

export async function expectStockAddsUp(eventId: string, listed: readonly Listing[]): Promise<void> {
  const [now, made] = await Promise.all([
    db.select().from(listings).where(eq(listings.event_id, eventId)),
    db.select().from(ticketRequests).where(eq(ticketRequests.event_id, eventId)),
  ]);
  for (const listing of now) {
    const sum = (status: string) =>
      made
        .filter((row) => row.listing_id === listing.id && row.status === status)
        .reduce((total, { quantity }) => total + quantity, 0);
    const first = listed.find(({ id }) => id === listing.id)!.quantity;
    expect([listing.held, listing.quantity]).toEqual([sum('pending'), first - sum('pending') - sum('accepted')]);
  }
}
