import { exports } from 'cloudflare:workers';
import { eventRow, venueRow } from '../../../../drizzle/seed/rows.ts';
import { events, venues } from '../../../../drizzle/tables/all-tables.ts';
import { db } from '../people/auth.ts';

export async function eventAt(slug: string, over: { is_published?: boolean } = {}): Promise<string> {
  const venue = venueRow({ id: `venue-of-${slug}` });
  const event = eventRow({ id: `event-of-${slug}`, slug, venue_id: venue.id, ...over });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  return event.id;
}

export const url = (slug: string, rest = 'messages') => `http://vouch.test/api/events/${slug}/${rest}`;

export const send = (slug: string, headers: Record<string, string>, message: Record<string, unknown>) =>
  exports.default.fetch(url(slug), {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: crypto.randomUUID(), body: 'Who is going?', ...message }),
  });
