import { named } from '../../../../drizzle/tables/columns.ts';
import { events } from '../../../../drizzle/tables/nights/events.ts';
import { venues } from '../../../../drizzle/tables/nights/venues/venues.ts';

/** The columns of an event that mails show. */
export const mailedEvent = named('event', { title: events.title, slug: events.slug, start_at: events.start_at });
export const mailedVenue = named('venue', { name: venues.name, city: venues.city });
