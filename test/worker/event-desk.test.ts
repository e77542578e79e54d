import { expect, test } from 'vitest';
import { listingRow, profileRow, ticketRequestRow, waitlistRow } from '../../drizzle/seed/rows.ts';
import { listings, profiles, ticketRequests, waitlist } from '../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../support/worker/admin.ts';
import { signedInAs } from '../support/worker/auth.ts';
import { db } from '../support/worker/db.ts';

const deskOf = (id: string) => `/api/admin/events/${id}/desk`;

test('the desk shows an organizer the numbers of their event: waitlist and requests by status, tickets on sale', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id });
  const [seller, ...buyers] = [profileRow(), profileRow(), profileRow(), profileRow()];
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 5 });
  const statuses = ['pending', 'pending', 'accepted'] as const;
  await db.batch([
    db.insert(profiles).values([seller, ...buyers]),
    db.insert(listings).values(listing),
    db.insert(waitlist).values(statuses.map((status) => waitlistRow({ event_id: event.id, status }))),
  ]);
  const soon = new Date(Date.now() + 60_000);
  const request = (at: number) => ({ event_id: event.id, listing_id: listing.id, seller_id: seller.id, buyer_id: buyers[at]!.id });
  await db.insert(ticketRequests).values(ticketRequestRow({ ...request(0), quantity: 1, expires_at: soon }));
  await db.insert(ticketRequests).values(ticketRequestRow({ ...request(1), quantity: 1, expires_at: new Date(Date.now() - 60_000) }));
  const { status, body } = await ask(deskOf(event.id), { headers });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    event: { id: event.id, status: 'upcoming', venue: { id: event.venue_id } },
    waitlist: { pending: 2, accepted: 1, declined: 0 },
    requests: { pending: 1, expired: 1, accepted: 0, declined: 0, cancelled: 0 },
    on_sale: { listings: 1, tickets: 3, held: 2 },
  });
});

test('a final answer counts at once, on the desk and on the event page of the buyer, before the cron job has stored it', async () => {
  const [owner, buyer] = [await signedInAs('organizer'), await signedInAs('user')];
  const event = await anEvent({ organizer_id: owner.user.id });
  const seller = profileRow();
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 5 });
  const [asked_until, expires_at] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 1000)];
  const request = { event_id: event.id, listing_id: listing.id, seller_id: seller.id, buyer_id: buyer.user.id, asked_until, expires_at };
  await db.batch([
    db.insert(profiles).values(seller),
    db.insert(listings).values(listing),
    db.insert(ticketRequests).values(ticketRequestRow({ ...request, answer: 'accepted' })),
  ]);
  const { body } = await ask(deskOf(event.id), { headers: owner.headers });
  expect(body['requests']).toMatchObject({ pending: 0, expired: 0, accepted: 1 });
  const own = await ask(`/api/my/events/${event.id}`, { headers: buyer.headers });
  expect(own.body['requests']).toMatchObject([{ status: 'accepted' }]);
});

test('the event page tells its organizer and admins that they may manage the event, and nobody else', async () => {
  const [owner, other, admin, student] = [
    await signedInAs('organizer'),
    await signedInAs('organizer'),
    await signedInAs('admin'),
    await signedInAs('user'),
  ];
  const event = await anEvent({ organizer_id: owner.user.id });
  const answers = await Promise.all([owner, other, admin, student].map(({ headers }) => ask(`/api/my/events/${event.id}`, { headers })));
  expect(answers.map(({ body }) => body['may_manage'])).toEqual([true, false, true, false]);
});
