import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { venueRow, waitlistRow } from '../../../drizzle/seed/rows.ts';
import {
  events,
  profiles,
  savedEvents,
  ticketRequests,
  venueFollows,
  venues,
  waitlist,
} from '../../../drizzle/tables/all-tables.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { adminClient } from '../../support/worker/people/admin-client.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { db } from '../../support/worker/db.ts';
import { HOUR, inHours } from '../../support/worker/nights/listed-event.ts';
import { addRequest } from '../../support/worker/nights/add-request.ts';

type Headers = Record<string, string>;

const save = (headers: Headers, id: string, method = 'PUT') => ask(`/api/my/saved-events/${id}`, { headers, method });
const follow = (headers: Headers, id: string, method = 'PUT') =>
  ask(`/api/my/followed-venues/${id}`, { headers, method });
const savedBy = (user_id: string) => db.select().from(savedEvents).where(eq(savedEvents.user_id, user_id));
const followedBy = (user_id: string) => db.select().from(venueFollows).where(eq(venueFollows.user_id, user_id));

interface Listed {
  id: string;
  is_saved: boolean;
  is_public: boolean;
  waitlist: string | null;
  requests: { id: string; status: string; quantity: number; expires_at: string }[];
}
async function plansOf(headers: Headers) {
  const { body, ...answered } = await ask('/api/my/plans', { headers });
  return { ...answered, plans: body['plans'] as Listed[], venues: body['venues'] };
}

const at = (hours: number) => anEvent({ start_at: inHours(hours) });

beforeEach(() => db.batch([db.delete(ticketRequests), db.delete(events), db.delete(venues)]));

test('saving or removing an event a second time changes nothing and is no error', async () => {
  const { headers, user } = await signedInAs('user');
  const event = await anEvent();
  const first = await save(headers, event.id);
  expect([first.status, first.body, first.cost.round_trips]).toEqual([200, { id: event.id, is_marked: true }, 2]);
  expect((await save(headers, event.id)).status).toBe(200);
  expect(await savedBy(user.id)).toMatchObject([{ event_id: event.id }]);
  const marks = { event_ids: [event.id], venue_ids: [], waiting_ids: [] };
  expect((await ask('/api/my/marks', { headers })).body).toEqual(marks);
  for (const _ of [1, 2])
    expect((await save(headers, event.id, 'DELETE')).body).toEqual({ id: event.id, is_marked: false });
  expect(await savedBy(user.id)).toEqual([]);
});

test('a person counts as waiting for an event only if their own waitlist entry is confirmed and not declined', async () => {
  const [one, other] = [await signedInAs('user'), await signedInAs('user')];
  const [mine, typed, declined, foreign] = [await anEvent(), await anEvent(), await anEvent(), await anEvent()];
  await db
    .insert(waitlist)
    .values([
      waitlistRow({ event_id: mine.id, applicant_id: one.user.id }),
      waitlistRow({ event_id: typed.id, applicant_id: null, email: one.user.email!, confirmed_at: null }),
      waitlistRow({ event_id: declined.id, applicant_id: one.user.id, status: 'declined' }),
      waitlistRow({ event_id: foreign.id, applicant_id: other.user.id }),
    ]);
  const { body, cost } = await ask('/api/my/marks', { headers: one.headers });
  expect([body['waiting_ids'], cost.round_trips]).toEqual([[mine.id], 2]);
});

test('a signed-in person can reach only their own saved events and followed venues', async () => {
  const [one, other] = [await signedInAs('user'), await signedInAs('user')];
  const event = await anEvent();
  await save(one.headers, event.id);
  await follow(one.headers, event.venue_id);
  await save(other.headers, event.id, 'DELETE');
  await follow(other.headers, event.venue_id, 'DELETE');
  expect([await savedBy(one.user.id), await followedBy(one.user.id)]).toMatchObject([
    [{ event_id: event.id }],
    [{ venue_id: event.venue_id }],
  ]);
  expect((await plansOf(other.headers)).plans).toEqual([]);
  for (const [path, method] of [
    ['plans', 'GET'],
    ['marks', 'GET'],
    [`saved-events/${event.id}`, 'PUT'],
    [`saved-events/${event.id}`, 'DELETE'],
    [`followed-venues/${event.venue_id}`, 'PUT'],
    [`followed-venues/${event.venue_id}`, 'DELETE'],
  ] as const) {
    const { status, body } = await ask(`/api/my/${path}`, { method });
    expect([path, status, body.error.code]).toEqual([path, 401, 'request.signed_out']);
  }
});

test('My nights lists saved events, waitlists and live ticket requests, and shows each event once', async () => {
  const { headers, user } = await signedInAs('user', { user: { email: 'night@vouch.test' } });
  const [last, first, past] = [await at(72), await at(24), await at(-100)];
  const [byForm, gone, declined, over] = [await at(48), await at(30), await at(31), await at(32)];
  await db.insert(savedEvents).values([last, past, gone].map(({ id }) => ({ user_id: user.id, event_id: id })));
  await db.update(events).set({ is_published: false }).where(eq(events.id, gone.id));
  await db
    .insert(waitlist)
    .values([
      waitlistRow({ event_id: last.id, applicant_id: user.id, status: 'accepted' }),
      waitlistRow({ event_id: byForm.id, email: 'Night@vouch.test', email_key: 'night@vouch.test' }),
      waitlistRow({ event_id: declined.id, applicant_id: user.id, status: 'declined' }),
    ]);
  const request = await addRequest(first.id, { buyer_id: user.id, status: 'pending', expires_at: inHours(5) });
  await addRequest(over.id, { buyer_id: user.id, status: 'pending', expires_at: inHours(-1) });
  await follow(headers, last.venue_id);
  const { plans, venues: followed, cost, answer } = await plansOf(headers);
  expect(plans.map(({ id, is_saved, waitlist: place, is_public }) => [id, is_saved, place, is_public])).toEqual([
    [past.id, true, null, true],
    [first.id, false, null, true],
    [byForm.id, false, 'pending', true],
    [last.id, true, 'accepted', true],
    [gone.id, true, null, false],
  ]);
  expect(plans[1]!.requests).toMatchObject([{ id: request.id, status: 'pending', quantity: 1 }]);
  expect(followed).toMatchObject([{ id: last.venue_id, next_at: last.start_at.toISOString() }]);
  expect(cost.round_trips).toBe(2);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
});

test('My nights shows a decision only when it can no longer be undone', async () => {
  const { headers, user } = await signedInAs('user');
  const [waits, declined, answered, final] = [await anEvent(), await anEvent(), await anEvent(), await anEvent()];
  const undoable = { applicant_id: user.id, told_status: 'pending', tell_at: inHours(1) } as const;
  await db
    .insert(waitlist)
    .values([
      waitlistRow({ event_id: waits.id, status: 'accepted', ...undoable }),
      waitlistRow({ event_id: declined.id, status: 'declined', ...undoable }),
    ]);
  const said = { buyer_id: user.id, answer: 'accepted', asked_until: inHours(5) } as const;
  await addRequest(answered.id, { ...said, expires_at: inHours(0.002) });
  await addRequest(final.id, { ...said, expires_at: inHours(-0.002) });
  const byId = new Map((await plansOf(headers)).plans.map((plan) => [plan.id, plan]));
  expect([waits, declined].map(({ id }) => byId.get(id)?.waitlist)).toEqual(['pending', 'pending']);
  expect([answered, final].map(({ id }) => byId.get(id)?.requests[0]?.status)).toEqual(['pending', 'accepted']);
  expect(Date.parse(byId.get(answered.id)!.requests[0]!.expires_at)).toBeGreaterThan(Date.now() + 4 * HOUR);
});

test('the next night of a followed venue is never a cancelled one', async () => {
  const { headers } = await signedInAs('user');
  const cancelled = await anEvent({ start_at: inHours(24), cancelled_at: new Date() });
  await follow(headers, cancelled.venue_id);
  expect((await plansOf(headers)).venues).toMatchObject([{ id: cancelled.venue_id, next_at: null }]);
  const next = await anEvent({ start_at: inHours(48), venue_id: cancelled.venue_id });
  expect((await plansOf(headers)).venues).toMatchObject([{ next_at: next.start_at.toISOString() }]);
});

test('an account with an unproven email address does not see waitlist entries for that address', async () => {
  const { headers } = await signedInAs('user', { user: { email: 'not-proven@vouch.test', email_confirmed_at: null } });
  const event = await at(24);
  await db.insert(waitlist).values(waitlistRow({ event_id: event.id, email_key: 'not-proven@vouch.test' }));
  expect((await plansOf(headers)).plans).toEqual([]);
});

test('deleting an event, a venue or an account deletes its saves and follows', async () => {
  const admin = await signedInAs('admin');
  const [one, other] = [await signedInAs('user'), await signedInAs('user')];
  const [event, stays, empty] = [await anEvent(), await anEvent(), venueRow()];
  await db.insert(venues).values(empty);
  for (const { headers } of [one, other]) {
    await save(headers, event.id);
    await save(headers, stays.id);
    await follow(headers, stays.venue_id);
    await follow(headers, empty.id);
  }
  expect(await followedBy(one.user.id)).toHaveLength(2);
  for (const path of [`events/${event.id}`, `venues/${empty.id}`])
    expect((await ask(`/api/admin/${path}`, { headers: admin.headers, method: 'DELETE' })).status).toBe(200);
  expect(await savedBy(one.user.id)).toMatchObject([{ event_id: stays.id }]);
  expect(await followedBy(one.user.id)).toMatchObject([{ venue_id: stays.venue_id }]);
  // Because of this ticket request, the profile stays when the account is deleted.
  await addRequest(stays.id, { buyer_id: one.user.id, status: 'accepted' });
  expect((await adminClient().deleteUser(one.user.id)).error).toBeNull();
  expect(await db.$count(profiles, eq(profiles.id, one.user.id))).toBe(1);
  expect([await savedBy(one.user.id), await followedBy(one.user.id)]).toEqual([[], []]);
  expect((await adminClient().updateUserById(other.user.id, { email: 'moved@vouch.test' })).error).toBeNull();
  expect([(await savedBy(other.user.id)).length, (await followedBy(other.user.id)).length]).toEqual([1, 1]);
});

test('after two venues are merged, everybody who followed either of them follows the remaining one', async () => {
  const { headers: admin } = await signedInAs('admin');
  const [both, one] = [await signedInAs('user'), await signedInAs('user')];
  const [double, kept] = [venueRow(), venueRow()];
  await db.insert(venues).values([double, kept]);
  await follow(both.headers, double.id);
  await follow(both.headers, kept.id);
  await follow(one.headers, double.id);
  const merged = await ask(`/api/admin/venues/${double.id}/merge`, { headers: admin, json: { into: kept.id } });
  expect(merged.status).toBe(200);
  for (const { user } of [both, one]) expect(await followedBy(user.id)).toMatchObject([{ venue_id: kept.id }]);
  expect(await db.$count(venueFollows, eq(venueFollows.venue_id, double.id))).toBe(0);
});

test('a hidden, scheduled or unknown event cannot be saved, and an unknown venue cannot be followed', async () => {
  const { headers, user } = await signedInAs('user');
  const hidden = await anEvent({ is_published: false });
  const scheduled = await anEvent({ publish_at: inHours(1) });
  for (const id of [hidden.id, scheduled.id, 'nobody-knows', "x' or 1=1"])
    expect([id, (await save(headers, encodeURIComponent(id))).body.error.code]).toEqual([id, 'event.not_found']);
  expect((await follow(headers, 'nowhere')).body.error.code).toBe('venue.not_found');
  expect([await savedBy(user.id), await followedBy(user.id)]).toEqual([[], []]);
});

test('a person can save at most 500 events and follow at most 500 venues', async () => {
  const { headers, user } = await signedInAs('user');
  const event = await anEvent();
  const venue = venueRow();
  await db.insert(venues).values(venue);
  const many = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)';
  for (const statement of [
    `insert into venues (id, name, slug, name_key, city_key, city, created_at, updated_at)
      ${many} select 'v' || i, 'v', 'v' || i, 'v' || i, 'c', 'c', 0, 0 from n`,
    `insert into events (id, title, slug, name_key, venue_id, start_at, source, external_id, created_at, updated_at)
      ${many} select 'e' || i, 'e', 'e' || i, 'e', 'v1', i, 'test', 'e' || i, 0, 0 from n`,
    `insert into saved_events (user_id, event_id, created_at) ${many} select '${user.id}', 'e' || i, 0 from n`,
    `insert into venue_follows (user_id, venue_id, created_at) ${many} select '${user.id}', 'v' || i, 0 from n`,
  ])
    await db.run(statement);
  for (const { status, body } of [await save(headers, event.id), await follow(headers, venue.id)])
    expect([status, body.error.code]).toEqual([409, 'marks.too_many']);
  expect([(await save(headers, 'e7')).status, (await follow(headers, 'v7')).status]).toEqual([200, 200]);
  expect([(await savedBy(user.id)).length, (await followedBy(user.id)).length]).toEqual([500, 500]);
  await save(headers, 'e7', 'DELETE');
  expect((await save(headers, event.id)).status).toBe(200);
});
