import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { venueRow } from '../../../drizzle/seed/rows.ts';
import { type Venue, venues } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { sendFeed } from '../../support/worker/nights/feed.ts';
import {
  booksOf,
  CLOSED,
  DAY_MS,
  dealAt,
  type Deal,
  factsOf,
  HOUR_MS,
  later,
  look,
  MINUTE_MS,
  pay,
  statusOf,
} from '../../support/worker/trade/paid-deal.ts';
import { changeEvent, eventOf } from '../../support/worker/nights/event-row.ts';

const venueOf = async ({ event }: Pick<Deal, 'event'>): Promise<Venue> => {
  const { venue_id } = await eventOf(event.id);
  return (await db.select().from(venues).where(eq(venues.id, venue_id)))[0]!;
};

async function newVenue(over: Partial<Venue> = {}): Promise<Venue> {
  const venue = venueRow(over);
  await db.insert(venues).values(venue);
  return venue;
}
const BOSTON = { city: 'Boston' };

async function moveVenue(deal: Deal, { city = 'Boston' } = {}) {
  const { headers } = await signedInAs('admin');
  const { id, updated_at } = await venueOf(deal);
  return ask(`/api/admin/venues/${id}`, { headers, method: 'PATCH', json: { city, updated_at } });
}

async function merge(deal: Deal, into: Venue) {
  const { headers } = await signedInAs('admin');
  return ask(`/api/admin/venues/${(await venueOf(deal)).id}/merge`, { headers, json: { into: into.id } });
}

test('an admin cannot move a night with sales to another city by editing or merging its venue', async () => {
  const deal = await dealAt('authorized');
  const venue = await venueOf(deal);
  for (const answer of [await moveVenue(deal), await merge(deal, await newVenue(BOSTON))]) {
    expect([answer.status, answer.body.error.code]).toEqual([409, 'venue.sold']);
    expect(answer.body.error.message).toContain('A night there has sold tickets');
  }
  expect(await venueOf(deal)).toEqual(venue);
});

test('the venue of a night with sales can move to another part of its city, and merge with a venue of the same city', async () => {
  const deal = await dealAt('captured');
  expect((await moveVenue(deal, { city: 'Brooklyn' })).status).toBe(200);
  const kept = await newVenue();
  expect((await merge(deal, kept)).status).toBe(200);
  expect((await venueOf(deal)).id).toBe(kept.id);
});

test('the city of a venue can be corrected while the venue has no coming nights with sales', async () => {
  const deal = await dealAt('captured');
  await changeEvent(deal.event.id, { start_at: new Date(Date.now() - DAY_MS), end_at: new Date(Date.now() - HOUR_MS) });
  expect((await moveVenue(deal)).status).toBe(200);
  const unsold = await dealAt('awaiting');
  expect((await merge(unsold, await newVenue(BOSTON))).status).toBe(200);
});

const MOVES: [by: string, move: (deal: Deal) => Promise<unknown>][] = [
  [
    'the organizer',
    async ({ event }) => {
      const organizer = await signedInAs('organizer');
      await changeEvent(event.id, { organizer_id: organizer.user.id });
      const json = { venue_id: (await newVenue(BOSTON)).id, updated_at: event.updated_at };
      const sent = { headers: organizer.headers, method: 'PATCH', json };
      expect((await ask(`/api/admin/events/${event.id}`, sent)).status).toBe(200);
    },
  ],
  [
    'a feed',
    async ({ event }) => {
      const { title: event_name, external_id, source, start_at } = event;
      const at = { venue_name: 'Elsewhere', venue_address: '1 Main St, Boston, MA' };
      const { body } = await sendFeed({ body: { event_name, external_id, source, start_at, ...at } });
      expect(body).toMatchObject({ action: 'updated' });
    },
  ],
  ['an edit of the venue', moveVenue],
  ['a merge of the venue', async (deal) => merge(deal, await newVenue(BOSTON))],
];

test.each(MOVES)(
  'if %s moves a night to another city before the card is authorized, nobody is charged',
  async (_by, move) => {
    const deal = await dealAt('awaiting', { event: { source: 'feed' } });
    await move(deal);
    expect((await venueOf(deal)).city).toBe('Boston');
    deal.fake.act.pay((await factsOf(deal)).payment.session_id!);
    await look(deal);
    await later(deal, MINUTE_MS);
    expect(await statusOf(deal)).toMatchObject({ request: 'declined', payment: 'failed' });
    expect(await booksOf(deal)).toEqual(CLOSED(6, 0));
  },
);

test('a buyer can still pay after the night moves to another venue in the same city', async () => {
  const deal = await dealAt('awaiting');
  const venue = await newVenue({ city: 'Brooklyn' });
  await changeEvent(deal.event.id, { venue_id: venue.id });
  await pay(deal);
  expect(await statusOf(deal)).toMatchObject({ request: 'pending', payment: 'authorized' });
});
