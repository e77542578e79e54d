import { expect, test } from 'vitest';
import { eventRow, profileRow, venueRow } from '../../../drizzle/seed/rows.ts';
import { events, profiles, venues } from '../../../drizzle/tables/all-tables.ts';
import { DAY, HOUR } from '../../../worker/contract/time/durations.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { addListing, addRequest } from '../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../support/worker/moments.ts';

launchForFile('sell');

/** Adds a past sale between two new people, `hours` after the listing. */
async function sale(
  event_id: string,
  { hours, cents, status = 'accepted' as const }: { hours: number; cents: number; status?: 'accepted' | 'declined' },
) {
  const [seller, buyer] = [profileRow(), profileRow()];
  await db.insert(profiles).values([seller, buyer]);
  const asked = fromNow(-30 * DAY);
  const sold = { ask_price_cents: cents, quantity: 0, status: 'sold' } as const;
  const created_at = new Date(asked.getTime() - hours * HOUR);
  const listing = await addListing({ event_id, seller_id: seller.id, created_at, ...sold });
  const terms = { offered_price_cents: cents, status, created_at: asked, expires_at: asked };
  await addRequest(listing, { buyer_id: buyer.id, quantity: 1, ...terms });
}

async function night(venue: ReturnType<typeof venueRow>, ticket_price_cents: number) {
  await db.insert(venues).values(venue).onConflictDoNothing();
  const event = eventRow({ venue_id: venue.id, ticket_price_cents, start_at: fromNow(3 * DAY), end_at: null });
  await db.insert(events).values(event);
  return event;
}

async function soldFor(event: { id: string }, headers: Record<string, string>) {
  const { answer, cost } = await callCounted(`/api/my/events/${event.id}/sold`, { headers });
  return { status: answer.status, cost, ...(await answer.json<{ sold?: unknown }>()) };
}

test('while a venue has fewer than eight past sales, a seller also sees those of similar nights in the city', async () => {
  const { headers } = await signedInAs('user');
  const city = `City ${crypto.randomUUID()}`;
  const place = () => venueRow({ city, city_key: city.toLowerCase() });
  const here = place();
  const [tonight, before] = [await night(here, 2500), await night(here, 2500)];
  const [like, dear] = [await night(place(), 3000), await night(place(), 6000)];
  const elsewhere = await night(venueRow(), 2500);
  for (const hours of [1, 2, 3, 30]) await sale(before.id, { hours, cents: 2400 });
  await sale(before.id, { hours: 1, cents: 2400, status: 'declined' });
  for (const event of [dear, elsewhere]) for (const hours of [1, 1, 1, 1]) await sale(event.id, { hours, cents: 5000 });
  expect((await soldFor(tonight, headers)).sold).toBeNull();
  for (const hours of [1, 1, 1, 30]) await sale(like.id, { hours, cents: 2800 });
  expect(await soldFor(tonight, headers)).toMatchObject({
    status: 200,
    sold: { is_here: false, sales: 8, within_a_day: 6, low: 24, high: 28 },
  });
  for (const hours of [1, 1, 1, 1]) await sale(before.id, { hours, cents: 2600 });
  const { sold, cost } = await soldFor(tonight, headers);
  expect(sold).toMatchObject({ is_here: true, sales: 8, within_a_day: 7, low: 24, high: 26 });
  expect(cost.round_trips).toBe(2);
  expect((await soldFor({ id: 'no-such-night' }, headers)).status).toBe(404);
});
