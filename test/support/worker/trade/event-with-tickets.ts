import { eq } from 'drizzle-orm';
import { authUserRow } from '../../../../drizzle/seed/auth-rows.ts';
import { eventRow, listingRow, profileRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import {
  authUsers,
  type Event,
  events,
  type Listing,
  listings,
  type Profile,
  profiles,
  venues,
} from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../db.ts';

/** Adds an event that starts in three days, with a seller and these listings. */
export async function eventWithTickets(
  given: readonly Partial<Listing>[],
  over: Partial<Event> = {},
): Promise<{ event: Event; seller: Profile; listed: Listing[] }> {
  const venue = venueRow();
  const event = eventRow({ venue_id: venue.id, start_at: new Date(Date.now() + 3 * 86_400_000), ...over });
  const seller = profileRow();
  const listed = given.map((row) => listingRow({ event_id: event.id, seller_id: seller.id, ...row }));
  await db.batch([
    db.insert(venues).values(venue),
    db.insert(profiles).values(seller),
    db.insert(events).values(event),
    ...listed.map((row) => db.insert(listings).values(row)),
  ]);
  return { event, seller, listed };
}

export async function newBuyer(over: Partial<Profile> = {}): Promise<Profile> {
  const buyer = profileRow(over);
  await db.batch([db.insert(authUsers).values(authUserRow({ id: buyer.id })), db.insert(profiles).values(buyer)]);
  return buyer;
}

export async function stockOf({ id }: { id: string }): Promise<Pick<Listing, 'quantity' | 'held' | 'status'>> {
  const [row] = await db
    .select({ quantity: listings.quantity, held: listings.held, status: listings.status })
    .from(listings)
    .where(eq(listings.id, id));
  return row!;
}
