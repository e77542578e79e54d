import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, waitlistOffers } from '../../../drizzle/tables/all-tables.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { db } from '../../support/worker/db.ts';
import { offersOf, waiting } from '../../support/worker/nights/waiting.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { listThrough, runCron, search } from '../../support/worker/trade/kept-card.ts';
import { addListing } from '../../support/worker/trade/deals/rows.ts';
import { launchKeptCards } from '../../support/worker/trade/deals/deals.ts';
import { send } from '../../support/worker/trade/deals/calls.ts';
import { call } from '../../support/worker/people/circle.ts';

launchKeptCards();

const linkOf = (id: string, headers: HeadersInit = {}) =>
  call<{ rests?: boolean }>('GET', `/api/wanted/${id}`, { headers });

test('while a person has a ticket request for the night, nobody else can open the link of their search', async () => {
  const deal = await search();
  expect((await linkOf(deal.wanted_id, deal.person.headers)).json.rests).toBe(false);
  await listThrough(deal);
  const [offer] = await offersOf(deal.event.id);
  expect((await send(`/api/my/offers/${offer!.id}/take`, deal.person)).status).toBe(201);
  expect(await linkOf(deal.wanted_id, deal.person.headers)).toMatchObject({
    status: 200,
    json: { rests: true },
    cost: { round_trips: 2 },
  });
  expect((await linkOf(deal.wanted_id)).status).toBe(404);
  expect((await linkOf(deal.wanted_id, deal.seller.headers)).status).toBe(404);
});

test('after a person has changed their address, offers are mailed to the new one', async () => {
  const deal = await search();
  const email = `new-${crypto.randomUUID()}@vouch.test`;
  await db.update(authUsers).set({ email }).where(eq(authUsers.id, deal.person.user.id));
  await listThrough(deal);
  await runCron();
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await mailsTo(deal.person.entry.email)).toEqual([]);
});

test('the mail about an offer made at 3 AM is sent at 9 AM, when the time to answer begins', async () => {
  const { event } = await eventWithTickets([], { start_at: new Date('2030-01-10T22:00:00-05:00') });
  const [person, seller] = [await waiting(event.id), await signedInAs('user')];
  const listing = await addListing({ event_id: event.id, seller_id: seller.user.id, quantity: 1 });
  await db.insert(waitlistOffers).values({
    entry_id: person.entry.id,
    listing_id: listing.id,
    event_id: event.id,
    quantity: 1,
    expires_at: new Date('2030-01-09T09:30:00-05:00'),
    created_at: new Date('2030-01-09T03:00:00-05:00'),
  });
  await passOnOffers(env, new Date('2030-01-09T03:01:00-05:00'));
  expect(await mailsTo(person.entry.email)).toEqual([]);
  await passOnOffers(env, new Date('2030-01-09T09:00:00-05:00'));
  expect(await mailsTo(person.entry.email)).toHaveLength(1);
});
