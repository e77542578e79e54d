import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketRequests, waitlist } from '../../../drizzle/tables/all-tables.ts';
import { refusalEnd } from '../../../worker/contract/trade/offers/offer-window.ts';
import { passOnOffers } from '../../../worker/features/trade/kept-cards/pass-on-offers.cron.ts';
import { callCounted } from '../../support/worker/call.ts';
import { db } from '../../support/worker/db.ts';
import { launch, launchForFile } from '../../support/worker/launch.ts';
import { offeredTo, offersOf, waiting } from '../../support/worker/nights/waiting.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { reseller } from '../../support/worker/people/reseller.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { newKey } from '../../support/worker/trade/ask-for-tickets.ts';
import { eventWithTickets } from '../../support/worker/trade/event-with-tickets.ts';
import { addRequest, block, changeProfile } from '../../support/worker/trade/deals/rows.ts';
import { askFor, type Person, send } from '../../support/worker/trade/deals/calls.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { call } from '../../support/worker/people/circle.ts';
import { listFor, stop, want, wanting } from '../../support/worker/trade/deals/wanted.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
launchForFile('payments', 'handover', 'push', 'squads', 'sell');

/** For an event that begins in half an hour. Offers for such an event are made at any time of day. */
const soon = () => ({ start_at: fromNow(HOUR / 2) });

const look = async (id: string, headers: HeadersInit = {}) => {
  const { json, cost } = await call<{ error?: { code: string } }>('GET', `/api/wanted/${id}`, { headers });
  return { json, code: json.error?.code ?? null, cost };
};

const placeOf = async ({ headers }: Person, event_id: string) => {
  const path = `/api/my/events/${event_id}/place`;
  return (await call<{ waiting: Record<string, unknown> }>('GET', path, { headers })).json.waiting;
};

test('a person on the waitlist can start a search for tickets, and others see the search through its link', async () => {
  const { event } = await eventWithTickets([], soon());
  const person = await waiting(event.id);
  await changeProfile(person.user.id, { display_name: 'Student Example' });
  const until = fromNow(20 * MINUTE).toISOString();
  const made = await want(person, { event_id: event.id, until });
  expect(made.json).toEqual({ id: made.json.id, link: `${env.SITE_URL}/wanted/${made.json.id}` });
  const { json, cost } = await look(made.json.id);
  expect(json).toEqual({
    id: made.json.id,
    name: 'Student',
    is_yours: false,
    rests: false,
    places: 2,
    most_each: 30,
    until,
    event: {
      id: event.id,
      slug: event.slug,
      title: event.title,
      start_at: event.start_at.toISOString(),
      venue: expect.any(String),
      city: expect.any(String),
      image_url: event.image_url,
    },
  });
  expect(cost.round_trips).toBe(1);
  expect((await look(made.json.id, person.headers)).json).toMatchObject({ is_yours: true });
  expect(await placeOf(person, event.id)).toMatchObject({
    places: 2,
    wanted: { id: made.json.id, until, most_each: 30 },
  });
});

test('tickets that are listed through the link of a search are offered to the owner of the search first', async () => {
  const { event } = await eventWithTickets([], soon());
  const early = await waiting(event.id);
  const owner = await wanting(event.id);
  const seller = await reseller();
  const { status, json } = await listFor(seller, owner.wanted_id, { event_id: event.id, quantity: 4 });
  expect(status).toBe(201);
  expect(json).toMatchObject({ quantity: 2, held: 2, status: 'active' });
  const [first] = await offersOf(event.id);
  expect(first).toMatchObject({ entry_id: owner.entry.id, quantity: 2, status: 'open' });
  expect(json.refusal_until).toBe(first!.expires_at.toISOString());
  expect(first!.expires_at).toEqual(refusalEnd({ now: first!.created_at, start_at: event.start_at, end_at: null }));
  await passOnOffers(env, new Date());
  expect(await offeredTo(event.id, [owner, early])).toEqual(['open', 'open']);
  const [mail] = await mailsTo(owner.entry.email);
  expect(mail!.link).toBe(`${env.SITE_URL}/offers/${first!.id}`);
  expect(mail!.text).toContain('fit what you’re looking for');
});

test('a listing that is sent twice through the link of a search is offered once', async () => {
  const { event } = await eventWithTickets([], soon());
  const owner = await wanting(event.id);
  const seller = await reseller();
  const [body, key] = [{ event_id: event.id }, newKey()];
  const first = await listFor(seller, owner.wanted_id, body, key);
  expect((await listFor(seller, owner.wanted_id, body, key)).json).toEqual(first.json);
  expect(await offersOf(event.id)).toHaveLength(1);
});

test('the owner of a search is offered tickets up to the highest price of the search, fees included', async () => {
  const { event } = await eventWithTickets([], soon());
  const owner = await wanting(event.id, { most_each: 27.5 });
  const seller = await reseller();
  const list = (ask_price: number) => listFor(seller, owner.wanted_id, { event_id: event.id, ask_price });
  // The buyer’s fee is 8 % and $0.50 for each ticket.
  expect((await list(25.01)).json.refusal_until).toBeNull();
  await passOnOffers(env, new Date());
  expect(await offersOf(event.id)).toEqual([]);
  expect((await list(25)).json.refusal_until).not.toBeNull();
});

test('a search is hidden while its owner has a ticket request, if the night is canceled, and after the search ends', async () => {
  const { event, listed } = await eventWithTickets([{}], soon());
  const owner = await wanting(event.id);
  const request = await addRequest(listed[0]!, { buyer_id: owner.user.id });
  expect((await look(owner.wanted_id)).code).toBe('wanted.not_found');
  await db.delete(ticketRequests).where(eq(ticketRequests.id, request.id));
  expect((await look(owner.wanted_id)).code).toBeNull();
  await changeEvent(event.id, { cancelled_at: new Date() });
  expect((await look(owner.wanted_id)).code).toBe('wanted.not_found');
  await changeEvent(event.id, { cancelled_at: null });
  await passOnOffers(env, fromNow(21 * MINUTE));
  const [entry] = await db.select().from(waitlist).where(eq(waitlist.id, owner.entry.id));
  expect(entry).toMatchObject({ wanted_id: null, wanted_until: null, most_cents: null, places: 2, status: 'pending' });
  expect((await look(owner.wanted_id)).code).toBe('wanted.not_found');
});

test('a changed search keeps its link until its owner ends the search', async () => {
  const { event } = await eventWithTickets([], soon());
  const owner = await wanting(event.id);
  const changed = await want(owner, { event_id: event.id, places: 3, most_each: 45 });
  expect(changed.json.id).toBe(owner.wanted_id);
  expect((await look(owner.wanted_id)).json).toMatchObject({ places: 3, most_each: 45 });
  await launch('squads', false);
  for (const _ of ['once', 'again']) expect((await stop(owner, event.id)).status).toBe(200);
  await launch('squads', true);
  expect((await look(owner.wanted_id)).code).toBe('wanted.not_found');
  expect(await placeOf(owner, event.id)).toMatchObject({ wanted: null, places: 3 });
  expect((await want(owner, { event_id: event.id })).json.id).not.toBe(owner.wanted_id);
});

test('a seller cannot see the search of a person who has blocked the seller', async () => {
  const { event } = await eventWithTickets([], soon());
  const owner = await wanting(event.id);
  const seller = await reseller();
  await block(owner, seller);
  expect((await look(owner.wanted_id, seller.headers)).code).toBe('wanted.not_found');
  const { status, json } = await listFor(seller, owner.wanted_id, { event_id: event.id });
  expect([status, json.refusal_until]).toEqual([201, null]);
});

test('a search needs a place on the waitlist, a night that is not over, and an end in the future', async () => {
  const { event } = await eventWithTickets([], soon());
  const stranger = await signedInAs('user');
  expect((await want(stranger, { event_id: event.id })).json.error.code).toBe('wanted.join_first');
  const unconfirmed = await waiting(event.id, { confirmed_at: null });
  expect((await want(unconfirmed, { event_id: event.id })).json.error.code).toBe('wanted.join_first');
  expect((await want(stranger, { event_id: 'no-night' })).json.error.code).toBe('event.not_found');
  const person = await waiting(event.id);
  const past = fromNow(-MINUTE).toISOString();
  const texts = { Friday: 'Choose until when you are looking.', [past]: 'That time has passed. Choose a later one.' };
  for (const [until, text] of Object.entries(texts))
    expect((await want(person, { event_id: event.id, until })).json.error.fields).toEqual({ until: text });
  const { event: over } = await eventWithTickets([], { start_at: fromNow(-30 * HOUR) });
  expect((await want(await waiting(over.id), { event_id: over.id })).json.error.code).toBe('waitlist.closed');
  const cheap = await want(person, { event_id: event.id, most_each: 0.5 });
  expect(cheap.json.error.fields).toEqual({ most_each: 'Name at least $1.' });
  await launch('squads', false);
  expect((await want(person, { event_id: event.id })).json.error.code).toBe('launch.off');
  await launch('squads', true);
});

test('tickets that a person lists through the link of their own search are not offered to that person', async () => {
  const { event } = await eventWithTickets([], soon());
  const seller = await reseller();
  const address = { email: seller.user.email!, email_key: seller.user.email!.toLowerCase() };
  const own = await waiting(event.id, { applicant_id: seller.user.id, ...address });
  const { json: made } = await want(seller, { event_id: event.id });
  const other = await waiting(event.id);
  const { json } = await listFor(seller, made.id, { event_id: event.id });
  expect(json).toMatchObject({ quantity: 2, refusal_until: null });
  await passOnOffers(env, new Date());
  expect(await offeredTo(event.id, [own, other])).toEqual([null, 'open']);
});

test('while the owner of a search has an offer, nobody else can request the offered tickets', async () => {
  const { event } = await eventWithTickets([], soon());
  const owner = await wanting(event.id);
  await listFor(await reseller(), owner.wanted_id, { event_id: event.id });
  const other = await signedInAs('user');
  const asked = await askFor(event, other);
  expect(asked.json.error.code).toBe('tickets.none_available');
  const [offer] = await offersOf(event.id);
  const taken = await send(`/api/my/offers/${offer!.id}/take`, owner);
  expect([taken.status, taken.json.quantity]).toEqual([201, 2]);
});

test('a search has a story picture of 1080 × 1920 pixels until the search ends', async () => {
  const { event } = await eventWithTickets([], soon());
  const owner = await wanting(event.id);
  const { answer } = await callCounted(`/og/wanted/${owner.wanted_id}.png`);
  const bytes = new DataView(await answer.arrayBuffer());
  expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([1080, 1920]);
  expect(answer.headers.get('Content-Type')).toBe('image/png');
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=60');
  const other = await wanting(event.id);
  await stop(other, event.id);
  expect((await callCounted(`/og/wanted/${other.wanted_id}.png`)).answer.status).toBe(404);
});
