import { and, asc, eq } from 'drizzle-orm';
import { launchSwitches } from '../../../../drizzle/tables/staff/launch-switches.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';
import type { Db } from '../../../context.ts';

export async function findVenues(db: Db) {
  const all = db
    .select({
      id: venues.id,
      name: venues.name,
      slug: venues.slug,
      address: venues.address,
      city: venues.city,
      state: venues.state,
      image_url: venues.image_url,
    })
    .from(venues)
    .orderBy(asc(venues.name), asc(venues.id));
  const on = db
    .select({ feature: launchSwitches.feature })
    .from(launchSwitches)
    .where(and(eq(launchSwitches.feature, 'venues'), eq(launchSwitches.is_on, true)));
  const [rows, switches] = await db.batch([all, on]);
  return { venues: rows, have_pages: switches.length > 0 };
}
