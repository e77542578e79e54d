import { drizzle } from 'drizzle-orm/d1';
import { eventRow, listingRow, ticketRequestRow } from '../../drizzle/seed/rows.ts';
import * as schema from '../../drizzle/tables/all-tables.ts';
import { openPlatform } from '../../worker/local/platform.ts';
import { prepareDatabase } from '../../worker/local/database/prepare-database.ts';

/** An expired ticket request that still holds a ticket. Its event is unpublished, and no other test opens it. */
export const RUN_OUT_HOLD = { event_id: 'run-out-event', listing_id: 'run-out-listing', id: 'run-out-request' };

const [buyer_id, seller_id] = ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004'];

export async function addRunOutHold(state: string): Promise<void> {
  const platform = openPlatform(state);
  const database = await platform.database();
  await prepareDatabase(database);
  const { event_id, listing_id, id } = RUN_OUT_HOLD;
  const db = drizzle(database);
  await db.batch([
    db.insert(schema.events).values(eventRow({ id: event_id, venue_id: 'demo-venue-1', is_published: false })),
    db.insert(schema.listings).values(listingRow({ id: listing_id, event_id, seller_id, quantity: 2 })),
    db
      .insert(schema.ticketRequests)
      .values(ticketRequestRow({ id, event_id, listing_id, buyer_id, seller_id, expires_at: new Date() })),
  ]);
  await platform.close();
}
