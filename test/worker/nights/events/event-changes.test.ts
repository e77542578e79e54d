import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { venueRow } from '../../../../drizzle/seed/rows.ts';
import {
  eventChanges,
  events,
  listings,
  outbox,
  ticketRequests,
  venues,
} from '../../../../drizzle/tables/all-tables.ts';
import { longDate } from '../../../../worker/contract/time/event-time.ts';
import { tellPeople } from '../../../../worker/tell-people.ts';
import { ask } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { sendFeed } from '../../../support/worker/nights/feed.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { scene, START, DAY_MS } from '../../../support/worker/nights/changed-event.ts';

const NEXT_DAY = new Date(START.getTime() + DAY_MS).toISOString();

/** Sends the mails that are due at `at`. By default `at` is in 11 minutes, when the mail about any change is due. */
const tell = (at = Date.now() + 11 * 60_000) => tellPeople(env, new Date(at));

test('everyone concerned gets one mail about a moved night, with the old and the new time and one button', async () => {
  const { event, told, edit, asker, waiting } = await scene();
  expect((await edit({ start_at: NEXT_DAY })).status).toBe(200);
  await tell(Date.now());
  expect((await told()).flat()).toEqual([]);
  await tell();
  await tell();
  const one = ['New date: Disco Deficit'];
  expect(await told()).toEqual([one, one, one, one, one, [], []]);
  const [mail] = await mailsTo(asker.email!);
  for (const form of [mail!.text, mail!.html])
    for (const instant of [START.toISOString(), NEXT_DAY]) expect(form).toContain(longDate(instant));
  expect(mail!.html.match(/href="[^"]*"/g)).toEqual([`href="${env.SITE_URL}/my-tickets"`]);
  const [waits] = await mailsTo(waiting.email);
  expect(waits!.html.match(/href="[^"]*"/g)).toEqual([`href="${env.SITE_URL}/events/${event.slug}"`]);
});

test('two edits within two minutes cause one mail that names both changes', async () => {
  const { event, told, edit } = await scene();
  const venue = venueRow({ address: '9 Pier Road' });
  await db.insert(venues).values(venue);
  await edit({ start_at: new Date(START.getTime() + 3_600_000).toISOString() });
  await edit({ venue_id: venue.id });
  await tell();
  const one = ['New time and venue: Disco Deficit'];
  expect(await told()).toEqual([one, one, one, one, one, [], []]);
  await edit({ venue_id: venue.id, title: 'Disco Deficit', description: 'More lights.' });
  await tell();
  expect((await told()).flat()).toHaveLength(5);
  expect(await db.select().from(eventChanges).where(eq(eventChanges.event_id, event.id))).toEqual([]);
});

test('a change that is undone before its mail is due causes no mail', async () => {
  const { told, edit, event } = await scene();
  await edit({ start_at: NEXT_DAY });
  await edit({ is_published: false });
  await edit({ start_at: START.toISOString(), is_published: true });
  await tell();
  expect((await told()).flat()).toEqual([]);
  expect(await db.select().from(eventChanges).where(eq(eventChanges.event_id, event.id))).toEqual([]);
});

test('cancelling an event ends its listings and open ticket requests, and everyone gets the reason by mail', async () => {
  const { event, admin, told, asker, request } = await scene();
  const path = `/api/admin/events/${event.id}/cancel`;
  const json = { reason: 'The roof leaks.', updated_at: event.updated_at };
  const organizer = await signedInAs('organizer');
  expect((await ask(path, { ...organizer, json })).status).toBe(403);
  const { body: cancelled } = await ask(path, { ...admin, json });
  expect(cancelled).toMatchObject({ status: 'cancelled', cancel_reason: json.reason });
  expect((await ask(path, { ...admin, json })).status).toBe(200);
  const refused = await ask('/api/ticket-requests', {
    headers: { ...organizer.headers, 'Idempotency-Key': 'cancelled-1' },
    json: { event_id: event.id, quantity: 1, ask_price: 25 },
  });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'event.cancelled']);
  const { body } = await ask(`/api/events/${event.slug}?with=listings`);
  expect(body).toMatchObject({ cancel_reason: 'The roof leaks.', listings: [] });
  expect((await ask('/api/events')).body.events.map(({ id }) => id)).not.toContain(event.id);
  await tell();
  await tell();
  const one = ['Canceled: Disco Deficit'];
  expect(await told()).toEqual([one, one, one, one, one, [], []]);
  expect((await mailsTo(asker.email!))[0]!.text).toContain('The organizer writes: The roof leaks.');
  const states = await db.select().from(ticketRequests).where(eq(ticketRequests.event_id, event.id));
  expect(states.map(({ status }) => status).toSorted()).toEqual(['accepted', 'cancelled', 'cancelled']);
  const [listing] = await db.select().from(listings).where(eq(listings.id, request.id));
  expect(listing!.status).toBe('withdrawn');
});

test('undoing a cancellation sends a mail “On again” only if a mail about the cancellation was sent', async () => {
  const { event, admin, told } = await scene();
  const move = async (to: 'cancel' | 'restore') => {
    const [row] = await db.select().from(events).where(eq(events.id, event.id));
    return ask(`/api/admin/events/${event.id}/${to}`, { ...admin, json: { updated_at: row!.updated_at } });
  };
  await move('cancel');
  expect((await move('restore')).body).toMatchObject({ status: 'upcoming', cancelled_at: null });
  await tell();
  expect((await told()).flat()).toEqual([]);
  await move('cancel');
  await tell();
  await move('restore');
  await tell();
  expect((await told())[6]).toEqual([]);
  expect((await told())[4]).toEqual(['On again: Disco Deficit', 'Canceled: Disco Deficit']);
});

test('if a feed moves or cancels an event, everyone gets one mail, even if the feed repeats its delivery', async () => {
  const { event, told } = await scene();
  const [venue] = await db.select().from(venues).where(eq(venues.id, event.venue_id));
  const { title: event_name, source, external_id } = event;
  const facts = { event_name, venue_name: venue!.name, source, external_id };
  const send = (more: object) => sendFeed({ body: { ...facts, ...more } });
  for (const _ of ['once', 'again']) {
    expect((await send({ start_at: NEXT_DAY })).text).toContain('updated');
    await tell();
    expect((await told())[4]).toEqual(['New date: Disco Deficit']);
  }
  await send({ start_at: NEXT_DAY, cancelled: true });
  await tell();
  expect((await told())[4]).toContain('Canceled: Disco Deficit');
});

test('merging the venue of an event into another venue causes a mail only if the two addresses differ', async () => {
  const { event, admin, told } = await scene();
  const [same, other] = [venueRow(), venueRow({ address: '77 Far Street' })];
  await db.insert(venues).values([same, other]);
  await ask(`/api/admin/venues/${event.venue_id}/merge`, { ...admin, json: { into: same.id } });
  await tell();
  expect((await told()).flat()).toEqual([]);
  await ask(`/api/admin/venues/${same.id}/merge`, { ...admin, json: { into: other.id } });
  await tell();
  expect((await told())[1]).toEqual(['New venue: Disco Deficit']);
  const [far] = await db.select().from(venues).where(eq(venues.id, other.id));
  const json = { address: '78 Far Street', name: 'The Far Side', updated_at: far!.updated_at };
  await ask(`/api/admin/venues/${other.id}`, { ...admin, method: 'PATCH', json });
  await tell();
  expect((await told())[1]).toHaveLength(2);
});

test('deleting an event sends mails to its seller and its waitlist, unless the event is over', async () => {
  for (const [over, subjects] of [
    [{}, ['Removed: Disco Deficit']],
    [{ start_at: new Date(Date.now() - 2 * DAY_MS), title: 'Gone by' }, []],
  ] as const) {
    const { event, admin, told } = await scene(over);
    await db.update(ticketRequests).set({ status: 'declined' }).where(eq(ticketRequests.status, 'pending'));
    await db.delete(ticketRequests).where(eq(ticketRequests.event_id, event.id));
    expect((await ask(`/api/admin/events/${event.id}`, { ...admin, method: 'DELETE' })).status).toBe(200);
    expect(await told()).toEqual([subjects, [], [], subjects, subjects, [], []]);
  }
});

test('each of thousands of people gets one mail about a moved night, and the content of these mails is stored once', async () => {
  const { event, edit } = await scene();
  await db.run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into waitlist (id, event_id, name, email, email_key, phone, instagram, school, confirmed_at, created_at,
      updated_at)
    select 'many-' || i, '${event.id}', 'A student', i || '@many.test', i || '@many.test', '', '', '', 0, 0, 0 from n`);
  await edit({ start_at: NEXT_DAY });
  await tell();
  const many = (await db.select().from(outbox)).filter(({ recipient }) => recipient.endsWith('@many.test'));
  const [people, contents] = [many.map(({ recipient }) => recipient), many.map(({ content_id }) => content_id)];
  expect([many.length, new Set(people).size, new Set(contents).size]).toEqual([3000, 3000, 1]);
});

test('a buyer who was not yet told that their request was declined gets the mail about the event’s deletion', async () => {
  const { event, admin, told } = await scene();
  await db.update(ticketRequests).set({ told_at: new Date() }).where(eq(ticketRequests.status, 'accepted'));
  await db.update(ticketRequests).set({ status: 'declined' }).where(eq(ticketRequests.status, 'pending'));
  await db.delete(ticketRequests).where(eq(ticketRequests.status, 'accepted'));
  expect((await ask(`/api/admin/events/${event.id}`, { ...admin, method: 'DELETE' })).status).toBe(200);
  expect((await told())[1]).toEqual(['Removed: Disco Deficit']);
});
