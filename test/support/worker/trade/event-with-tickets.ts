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

/** An event that starts three days from now, with a seller and the requested listings of the seller. */
export async function eventWithTickets(
  offers: readonly Partial<Listing>[],
  over: Partial<Event> = {},
): Promise<{ event: Event; seller: Profile; offered: Listing[] }> {
  const venue = venueRow();
  const event = eventRow({ venue_id: venue.id, start_at: new Date(Date.now() + 3 * 86_400_000), ...over });
  const seller = profileRow();
  const offered = offers.map((offer) => listingRow({ event_id: event.id, seller_id: seller.id, ...offer }));
  await db.insert(venues).values(venue);
  await db.insert(profiles).values(seller);
  await db.insert(events).values(event);
  for (const offer of offered) await db.insert(listings).values(offer);
  return { event, seller, offered };
}

/** A person who may buy. */
export async function newBuyer(over: Partial<Profile> = {}): Promise<Profile> {
  const buyer = profileRow(over);
  await db.batch([db.insert(authUsers).values(authUserRow({ id: buyer.id })), db.insert(profiles).values(buyer)]);
  return buyer;
}

/** The free tickets, the held tickets and the status of a listing. */
export async function stockOf({ id }: { id: string }): Promise<Pick<Listing, 'quantity' | 'held' | 'status'>> {
  const [row] = await db
    .select({ quantity: listings.quantity, held: listings.held, status: listings.status })
    .from(listings)
    .where(eq(listings.id, id));
  return row!;
}
