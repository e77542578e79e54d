import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { events, listings, venues } from '../../../drizzle/tables/all-tables.ts';
import { publicEventColumns } from '../../../drizzle/tables/nights/events.ts';
import { cardColumns } from '../../../worker/features/nights/public/event-cards.db.ts';
import { eventRow, listingRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { everyRoute } from '../../support/worker/every-route.ts';
import { launch } from '../../support/worker/launch.ts';

type Answer = Record<string, unknown>;

/** The event's source names the organizer's account. */
async function eventOfAnOrganizer() {
  const [organizer, seller] = [await signedInAs('organizer'), await signedInAs('user')];
  const id = crypto.randomUUID();
  const venue = venueRow({ id: `venue-${id}`, name: `Room ${id}`, name_key: `room ${id}`, slug: `room-${id}` });
  const event = eventRow({
    venue_id: venue.id,
    organizer_id: organizer.user.id,
    source: `organizer:${organizer.user.id}`,
    external_id: `feed-${id}`,
    start_at: new Date(Date.now() + 3_600_000),
  });
  await db.batch([db.insert(venues).values(venue), db.insert(events).values(event)]);
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.user.id }));
  return { event, venue, secrets: [organizer.user.id, event.source, event.external_id!] };
}

const read = (path: string) =>
  exports.default.fetch(`http://vouch.test${path}`, { headers: { Accept: 'application/json' } });

test('no public answer contains an event’s source, its id in a feed or its organizer’s account', async () => {
  const { event, venue, secrets } = await eventOfAnOrganizer();
  const gets = (await everyRoute()).filter(({ method }) => method === 'GET').map(({ path }) => path);
  const named = gets.flatMap((path) => [
    path,
    path.replace('no-such-night', event.slug).replace('no-such-event', event.slug),
  ]);
  const more = [
    `/api/events/${event.slug}?with=listings`,
    `/api/venues/${venue.slug}`,
    '/api/events?with=choices',
    `/events/${event.slug}`,
  ];
  const told: string[] = [];
  let shown = 0;
  for (const path of new Set([...named, ...more])) {
    const answer = await read(path);
    if (answer.status !== 200 || answer.webSocket) continue;
    const text = await answer.text();
    if (text.includes(event.title) || text.includes(event.slug)) shown += 1;
    if (secrets.some((secret) => text.includes(secret))) told.push(path);
  }
  expect(told).toEqual([]);
  expect(shown).toBeGreaterThan(5);
});

const EVENT_FIELDS = new Set([
  ...Object.keys(publicEventColumns),
  'venue',
  'ticket_price',
  'price_max',
  'price_band',
  'listings',
  'price_range',
  'held_until',
  'waitlist_first',
  'fees_included',
  'tiles',
]);
const CARD_FIELDS = new Set([
  ...Object.keys(cardColumns),
  'ticket_price',
  'from_price',
  'total_price',
  'fee',
  'poster',
]);

const unknownOf = (of: Answer, fields: Set<string>) => Object.keys(of).filter((field) => !fields.has(field));

test('public answers have no fields beyond EVENT_FIELDS for an event and CARD_FIELDS for an event card', async () => {
  const { event, venue } = await eventOfAnOrganizer();
  await launch('venues', true);
  for (const path of [`/api/events/${event.slug}`, `/api/events/${event.slug}?with=listings`]) {
    expect([path, unknownOf(await (await read(path)).json<Answer>(), EVENT_FIELDS)]).toEqual([path, []]);
  }
  for (const path of ['/api/home?fresh', '/api/events?fresh', `/api/venues/${venue.slug}`]) {
    const { events: cards } = await (await read(path)).json<{ events: Answer[] }>();
    expect([path, cards.length > 0]).toEqual([path, true]);
    for (const each of cards) expect([path, unknownOf(each, CARD_FIELDS)]).toEqual([path, []]);
  }
  await launch('venues', false);
});
