import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { doorStaff, eventOrganizers, events, listings, payments } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launch } from '../../support/worker/launch.ts';
import { dealAt, later, MINUTE_MS, newDeal, statusOf } from '../../support/worker/trade/paid-deal.ts';
import { reseller } from '../../support/worker/people/reseller.ts';

test('organizers and door staff cannot sell tickets for their own night', async () => {
  await launch('sell', true);
  const seller = await reseller();
  const owner = await signedInAs('organizer');
  const ROLES = {
    organizer: (id: string) => db.update(events).set({ organizer_id: seller.user.id }).where(eq(events.id, id)),
    co_organizer: (id: string) =>
      db.insert(eventOrganizers).values({ event_id: id, user_id: seller.user.id, added_by: owner.user.id }),
    door: (id: string) =>
      db.insert(doorStaff).values({ event_id: id, user_id: seller.user.id, added_by: owner.user.id }),
  };
  await launch('handover', false);
  for (const [role, give] of Object.entries(ROLES)) {
    const { event, listed } = await eventWithTickets([{ seller_id: seller.user.id }]);
    await give(event.id);
    const [listing] = await db.select().from(listings).where(eq(listings.id, listed[0]!.id));
    expect([role, listing!.status]).toEqual([role, 'withdrawn']);
    const { status, body } = await ask('/api/listings', {
      headers: { ...seller.headers, 'Idempotency-Key': crypto.randomUUID() },
      json: { event_id: event.id, quantity: 1, ask_price: 25 },
    });
    expect([role, status, body.error.code]).toEqual([role, 403, 'tickets.own_event']);
  }
});

test('if a seller joins the door staff before the buyer pays, the listing is withdrawn and the buyer pays nothing', async () => {
  const deal = await newDeal({ listing: { quantity: 1 } });
  const bought = await dealAt('awaiting', { listing: { quantity: 1 } });
  await db
    .insert(doorStaff)
    .values({ event_id: bought.event.id, user_id: bought.seller.user.id, added_by: deal.seller.user.id });
  await later(bought, MINUTE_MS);
  await later(bought, MINUTE_MS);
  expect(await statusOf(bought)).toMatchObject({ request: 'declined', payment: 'failed' });
  const [listing] = await db.select().from(listings).where(eq(listings.id, bought.listing.id));
  expect(listing).toMatchObject({ status: 'withdrawn', held: 0 });
  expect(await db.select().from(payments).where(eq(payments.request_id, bought.id))).toHaveLength(1);
});
