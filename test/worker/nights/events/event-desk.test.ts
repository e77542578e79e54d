import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listingRow, profileRow, ticketRequestRow, waitlistRow } from '../../../../drizzle/seed/rows.ts';
import {
  eventOrganizers,
  listings,
  profiles,
  ticketRequests,
  waitlist,
} from '../../../../drizzle/tables/all-tables.ts';
import { anEvent, ask, logOf } from '../../../support/worker/admin.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { addRequest } from '../../../support/worker/nights/add-request.ts';

const deskOf = (id: string) => `/api/admin/events/${id}/desk`;

test('the desk counts the waitlist entries, ticket requests and tickets on sale of an event', async () => {
  const { headers, user } = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: user.id });
  const [seller, ...buyers] = [profileRow(), profileRow(), profileRow()];
  const listing = listingRow({ event_id: event.id, seller_id: seller.id, quantity: 5 });
  const statuses = ['pending', 'pending', 'accepted'] as const;
  await db.batch([
    db.insert(profiles).values([seller, ...buyers]),
    db.insert(listings).values(listing),
    db.insert(waitlist).values(statuses.map((status) => waitlistRow({ event_id: event.id, status }))),
  ]);
  for (const [at, ms] of [60_000, -60_000].entries()) {
    const on = { event_id: event.id, listing_id: listing.id, seller_id: seller.id, buyer_id: buyers[at]!.id };
    await db.insert(ticketRequests).values(ticketRequestRow({ ...on, expires_at: new Date(Date.now() + ms) }));
  }
  const { status, body } = await ask(deskOf(event.id), { headers });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    event: { id: event.id, status: 'upcoming', venue: { id: event.venue_id } },
    waitlist: { pending: 2, accepted: 1, declined: 0 },
    requests: { pending: 1, expired: 1, accepted: 0, declined: 0, cancelled: 0 },
    on_sale: { listings: 1, tickets: 3, held: 2 },
  });
});

test('an acceptance that can no longer be undone shows as accepted, even before the cron job has run', async () => {
  const [owner, buyer] = [await signedInAs('organizer'), await signedInAs('user')];
  const event = await anEvent({ organizer_id: owner.user.id });
  const [asked_until, expires_at] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 1000)];
  await addRequest(event.id, { buyer_id: buyer.user.id, asked_until, expires_at, answer: 'accepted' });
  const { body } = await ask(deskOf(event.id), { headers: owner.headers });
  expect(body['requests']).toMatchObject({ pending: 0, expired: 0, accepted: 1 });
  const own = await ask(`/api/my/events/${event.id}`, { headers: buyer.headers });
  expect(own.body['requests']).toMatchObject([{ status: 'accepted' }]);
});

test('the event page tells only admins and organizers of the event that they may manage it', async () => {
  const roles = ['organizer', 'organizer', 'admin', 'user'] as const;
  const people = await Promise.all(roles.map((role) => signedInAs(role)));
  const event = await anEvent({ organizer_id: people[0]!.user.id });
  const answers = await Promise.all(people.map((person) => ask(`/api/my/events/${event.id}`, person)));
  expect(answers.map(({ body }) => body['may_manage'])).toEqual([true, false, true, false]);
});

const organizersOf = (id: string) => `/api/admin/events/${id}/organizers`;

async function withOwner() {
  const owner = await signedInAs('organizer');
  const event = await anEvent({ organizer_id: owner.user.id, title: 'Lantern Night' });
  const add = (email: string | null, { headers } = owner) => ask(organizersOf(event.id), { headers, json: { email } });
  const remove = (id: string, { headers } = owner) =>
    ask(`${organizersOf(event.id)}/${id}`, { headers, method: 'DELETE' });
  const stored = () => db.select().from(eventOrganizers).where(eq(eventOrganizers.event_id, event.id));
  const actions = async () => (await logOf(event.id)).map(({ action }) => action);
  return { owner, event, add, remove, stored, actions };
}

test('an added co-organizer gets one mail and can manage the event', async () => {
  const { owner, event, add, stored, actions } = await withOwner();
  const helper = await signedInAs('organizer');
  const desk = () => ask(deskOf(event.id), { headers: helper.headers });
  expect((await desk()).status).toBe(403);
  for (const [email, added] of [
    [` ${helper.user.email!.toUpperCase()} `, true],
    [helper.user.email, false],
    [owner.user.email, false],
  ] as const)
    expect(await add(email)).toMatchObject({ status: 201, body: { added } });
  expect(await stored()).toMatchObject([{ user_id: helper.user.id, added_by: owner.user.id }]);
  expect(await actions()).toEqual(['event.organizer_added']);
  const mails = await mailsTo(helper.user.email!);
  expect(mails).toMatchObject([{ subject: 'You’re a co-organizer of Lantern Night' }]);
  expect(mails[0]!.link).toContain(`/admin/events/${event.id}`);
  expect((await desk()).status).toBe(200);
  const { headers } = helper;
  const own = await anEvent({ organizer_id: helper.user.id, start_at: new Date(event.start_at.getTime() + 1000) });
  expect((await ask('/api/admin/events', { headers })).body.events.map(({ id }) => id)).toEqual([own.id, event.id]);
  const first = await ask('/api/admin/events?limit=1', { headers });
  const second = await ask(`/api/admin/events?limit=1&cursor=${first.body.next_cursor}`, { headers });
  expect([first, second].flatMap(({ body }) => body.events.map(({ id }) => id))).toEqual([own.id, event.id]);
  expect((await ask(`/api/my/events/${event.id}`, { headers })).body['may_manage']).toBe(true);
  const edit = { title: 'Lantern Night II', updated_at: event.updated_at };
  const edited = await ask(`/api/admin/events/${event.id}`, { headers, method: 'PATCH', json: edit });
  expect([edited.status, edited.body]).toMatchObject([200, { title: 'Lantern Night II', organizer_id: owner.user.id }]);
  const copy = await ask(`/api/admin/events/${event.id}/duplicate`, { headers, method: 'POST' });
  expect([copy.status, copy.body['organizer_id']]).toEqual([201, helper.user.id]);
  expect((await ask(organizersOf(event.id), { headers })).body).toMatchObject({
    organizer: { email: owner.user.email },
    co_organizers: [{ id: helper.user.id, email: helper.user.email }],
    may_change: false,
  });
});

test('the refusal to add a co-organizer does not reveal whether the address has an account', async () => {
  const { add, stored, actions } = await withOwner();
  const accounts = [
    await signedInAs('user'),
    await signedInAs('organizer', { user: { email_confirmed_at: null } }),
    await signedInAs('organizer', { user: { banned_until: new Date(Date.now() + 3_600_000) } }),
  ];
  for (const email of ['nobody@vouch.test', ...accounts.map(({ user }) => user.email)]) {
    const { status, body } = await add(email);
    expect([status, body.error.fields]).toEqual([
      422,
      { email: 'No organizer has this address. Ask an admin to make this person an organizer first.' },
    ]);
    expect(await mailsTo(email!)).toEqual([]);
  }
  expect([await stored(), await actions()]).toEqual([[], []]);
});

test('an event has at most five co-organizers, even if they are added at the same time', async () => {
  const { add, stored } = await withOwner();
  const people = [];
  for (let at = 0; at < 6; at += 1) people.push(await signedInAs(at === 0 ? 'admin' : 'organizer'));
  const answers = await Promise.all(people.map(({ user }) => add(user.email)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 409]);
  expect(answers.find(({ status }) => status === 409)!.body.error.code).toBe('desk.too_many_organizers');
  expect(await stored()).toHaveLength(5);
});

test('the organizer can remove a co-organizer, and a co-organizer can leave', async () => {
  const { add, remove, stored, actions } = await withOwner();
  const [first, second] = [await signedInAs('organizer'), await signedInAs('organizer')];
  await add(first.user.email);
  await add(second.user.email);
  for (const _ of [1, 2]) expect((await remove(first.user.id)).status).toBe(200);
  for (const _ of [1, 2]) expect((await remove(second.user.id, second)).status).toBe(200);
  expect(await stored()).toEqual([]);
  expect((await actions()).slice(2)).toEqual(['event.organizer_removed', 'event.organizer_left']);
});
