import { asc } from 'drizzle-orm';
import { venues } from '../../../drizzle/tables/venues.ts';
import type { Db } from '../../context.ts';

/** Every venue by name. */
export function findVenues(db: Db) {
  return db
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
}
