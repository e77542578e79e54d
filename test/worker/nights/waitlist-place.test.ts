import { env } from 'cloudflare:workers';
import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow } from '../../../drizzle/seed/rows.ts';
import {
  eventMessages,
  listings,
  notifications,
  waitlist,
  waitlistOffers,
} from '../../../drizzle/tables/all-tables.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { newKey, post } from '../../support/worker/trade/ask-for-tickets.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { offersOf, waiting } from '../../support/worker/nights/waiting.ts';

const HOUR = 3_600_000;

launchForFile('push');

/** 6 PM in New York, four days before a night at 10 PM. */
const EVENING = new Date('2030-01-08T18:00:00-05:00');
const later = { start_at: new Date('2030-01-12T22:00:00-05:00') };

const at = (n: number) => ({ created_at: new Date(n) });

test('a person who leaves two offers unanswered gets no more offers until they confirm that they still want to come', async () => {
  const { event, seller } = await eventWithTickets([], later);
  const person = await waiting(event.id);
  const list = async () => {
    const listing = listingRow({ event_id: event.id, seller_id: seller.id });
    await db.insert(listings).values(listing);
    return (await db.select().from(listings).where(eq(listings.id, listing.id)))[0]!;
  };
  let now = EVENING;
  for (const _ of [1, 2]) {
    await list();
    await passOnOffers(env, now);
    now = new Date(now.getTime() + 2 * HOUR);
    await passOnOffers(env, now);
  }
  const asked = (await mailsTo(person.entry.email)).filter(({ subject }) =>
    subject.startsWith('Do you still want to come?'),
  );
  expect(asked).toHaveLength(1);
  // The notification needs no token. It opens the event page, where the person can confirm with a button.
  const [question] = await db
    .select()
    .from(notifications)
    .where(like(notifications.title, 'Do you still want to come?%'));
  expect(question).toMatchObject({ user_id: person.user.id, path: `/events/${event.slug}` });
  const waitingNow = await ask(`/api/my/events/${event.id}/place`, person);
  expect(waitingNow.body).toMatchObject({ waiting: { place: null, people: 0, stay_token: asked[0]!.token_hash } });
  expect((await list()).waitlist_first).toBe(false);
  await passOnOffers(env, now);
  expect(await offersOf(event.id)).toHaveLength(2);
  const token = asked[0]!.token_hash;
  expect((await post(`/api/waitlist/stay?token=${token.replace(/.$/, '_')}`, { headers: {} })).status).toBe(404);
  expect((await post(`/api/waitlist/stay?token=${token}`, { headers: {} })).status).toBe(200);
  await list();
  await passOnOffers(env, now);
  expect(await offersOf(event.id)).toHaveLength(3);
});

test('after two missed offers, a person gets offers again if they themselves join the waitlist again', async () => {
  const { event, seller } = await eventWithTickets([], later);
  const person = await waiting(event.id, { missed: 2, asked_at: new Date() });
  const { name, email, phone, instagram, school } = person.entry;
  const join = (headers: Record<string, string>) =>
    post('/api/waitlist', { headers, body: { event_id: event.id, name, email, phone, instagram, school } });
  const missed = async () => (await db.select().from(waitlist).where(eq(waitlist.id, person.entry.id)))[0]!;
  const offers = async () => {
    await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.id }));
    await passOnOffers(env, EVENING);
    return (await offersOf(event.id)).map(({ entry_id }) => entry_id);
  };
  expect((await join({})).status).toBe(201);
  expect((await join((await signedInAs('user')).headers)).status).toBe(201);
  expect(await missed()).toMatchObject({ missed: 2 });
  expect(await offers()).toEqual([]);
  expect((await join(person.headers)).status).toBe(201);
  expect(await missed()).toMatchObject({ missed: 0, asked_at: null, created_at: person.entry.created_at });
  expect(await offers()).toEqual([person.entry.id]);
});

test('a person’s place on the waitlist does not count people who get no more offers', async () => {
  const { event, seller } = await eventWithTickets([], { start_at: new Date(Date.now() + HOUR / 2) });
  const [first, second, third] = [
    await waiting(event.id, at(1)),
    await waiting(event.id, at(2)),
    await waiting(event.id, at(3)),
  ];
  await waiting(event.id, { ...at(0), missed: 2 });
  const place = async ({ headers }: typeof first) =>
    (await ask(`/api/my/events/${event.id}/place`, { headers })).body['waiting'];
  expect(await place(third)).toMatchObject({ place: 3, people: 3, day: 0, week: 0, offer: null, stay_token: null });
  await db.insert(listings).values(listingRow({ event_id: event.id, seller_id: seller.id }));
  await passOnOffers(env, new Date());
  const [offer] = await offersOf(event.id);
  expect(await place(first)).toMatchObject({ place: 1, day: 1, week: 1, offer: { id: offer!.id } });
  const taken = { headers: { ...first.headers, 'Idempotency-Key': newKey() }, body: {} };
  expect((await post(`/api/my/offers/${offer!.id}/take`, taken)).status).toBe(201);
  expect(await place(second)).toMatchObject({ place: 1, people: 2, day: 1 });
  const stranger = await signedInAs('user');
  const { body, cost } = await ask(`/api/my/events/${event.id}/place`, stranger);
  expect([body, cost.round_trips]).toEqual([{ waiting: null }, 2]);
});

const stop = (mail: string) => post(`/api/waitlist/messages/stop?mail=${mail}`, { headers: {} });

test('a person who follows the stop link in a mail to a waitlist gets no later messages to that waitlist', async () => {
  const { event, seller } = await eventWithTickets([], later);
  const [person, other] = [await waiting(event.id), await waiting(event.id)];
  const elsewhere = await eventWithTickets([], later);
  const about = { sender_id: seller.id, audience: 'all' as const, body: 'Doors at ten.', recipients: 2 };
  await db.insert(eventMessages).values([
    { ...about, id: 'a-message', event_id: event.id, idempotency_key: newKey() },
    { ...about, id: 'another-event', event_id: elsewhere.event.id, idempotency_key: newKey() },
  ]);
  expect((await stop('nonsense')).status).toBe(422);
  expect((await stop(`another-event:${other.entry.id}`)).status).toBe(200);
  expect((await stop(`a-message:${person.entry.id}`)).status).toBe(200);
  const rows = await db.select().from(waitlist).where(eq(waitlist.event_id, event.id)).orderBy(waitlist.id);
  expect(rows.map(({ id, takes_messages }) => [id, takes_messages])).toEqual([
    [person.entry.id, false],
    [other.entry.id, true],
  ]);
  const { headers } = await signedInAs('admin');
  const sent = await post(`/api/admin/events/${event.id}/messages`, {
    headers: { ...headers, 'Idempotency-Key': newKey() },
    body: { audience: 'all', body: 'Doors at eleven.' },
  });
  expect([sent.status, sent.json]).toMatchObject([201, { recipients: 1 }]);
  const mails = await Promise.all([person, other].map(({ entry }) => mailsTo(entry.email)));
  expect(mails.map((got) => got.length)).toEqual([0, 1]);
});

test('the event page says that the waitlist gets tickets first, and until when offers hold all tickets', async () => {
  const { event, seller } = await eventWithTickets([], later);
  const { entry, headers } = await waiting(event.id);
  let read = 0;
  const page = async () => {
    const { body, cost } = await ask(`/api/events/${event.slug}?with=listings&fresh=${++read}`);
    expect(cost.round_trips).toBe(1);
    return body;
  };
  expect(await page()).toMatchObject({ waitlist_first: false, held_until: null });
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 1 });
  await db.insert(listings).values(listing);
  expect(await page()).toMatchObject({ listings: [], waitlist_first: true, held_until: null });
  const now = new Date();
  const expires_at = new Date(now.getTime() + HOUR);
  const offer = { entry_id: entry.id, listing_id: listing.id, event_id: event.id, quantity: 1, expires_at };
  await db.insert(waitlistOffers).values({ id: crypto.randomUUID(), ...offer, created_at: now });
  expect(await page()).toMatchObject({ listings: [], waitlist_first: true, held_until: expires_at.toISOString() });
  const plans = async () => (await ask('/api/my/plans', { headers })).body['plans'];
  const [made] = await offersOf(event.id);
  expect(await plans()).toMatchObject([{ id: event.id, waitlist: 'pending', offer_id: made!.id }]);
  await db
    .update(waitlistOffers)
    .set({ status: 'passed', ended_at: now })
    .where(eq(waitlistOffers.listing_id, listing.id));
  await db.update(listings).set({ waitlist_first: false }).where(eq(listings.id, listing.id));
  expect(await page()).toMatchObject({ listings: [{ id: listing.id }], waitlist_first: false, held_until: null });
});

test('a person who has filled in the form of one waitlist joins another waitlist with one tap', async () => {
  const [first, second] = [await eventWithTickets([], later), await eventWithTickets([], later)];
  const { headers, user } = await signedInAs('user');
  const email = user.email!;
  const again = (event_id: string, places?: number) =>
    post('/api/waitlist/again', { body: { event_id, places }, headers });
  expect((await again(second.event.id)).json).toEqual({ is_joined: false });
  const form = { name: 'A student', phone: '617 555 0100', instagram: 'a.student', school: 'BU' };
  await post('/api/waitlist', { body: { ...form, email, event_id: first.event.id, places: 2 }, headers });
  for (const _ of [1, 2]) expect((await again(second.event.id)).json).toEqual({ is_joined: true });
  const rows = await db.select().from(waitlist).where(eq(waitlist.event_id, second.event.id));
  expect(rows).toMatchObject([{ ...form, email, places: 1, status: 'pending', confirmed_at: expect.any(Date) }]);
  const third = await eventWithTickets([], later);
  await again(third.event.id, 4);
  expect(await db.select().from(waitlist).where(eq(waitlist.event_id, third.event.id))).toMatchObject([{ places: 4 }]);
  expect((await post('/api/waitlist/again', { body: { event_id: second.event.id }, headers: {} })).status).toBe(401);
});
