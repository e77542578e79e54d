import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { refundRow } from '../../../drizzle/seed/payment-rows.ts';
import { waitlistRow } from '../../../drizzle/seed/rows.ts';
import * as t from '../../../drizzle/tables/all-tables.ts';
import { inCommon } from '../../../drizzle/tables/people/mutuals.ts';
import type { GoingIntent } from '../../../drizzle/vocabulary.ts';
import { deleteGoings } from '../../../worker/features/nights/going/going.db.ts';
import { anEvent, ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launch } from '../../support/worker/launch.ts';
import { HOUR, inHours } from '../../support/worker/nights/listed-event.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { aTicket, dealOf, pastEvent, shareMark, student, vouchFor } from '../../support/worker/people/circle.ts';

const TOMORROW = () => inHours(24);

interface Going {
  mine: GoingIntent | null;
  shows_going: boolean;
  friends: { first_name: string | null; initials: string; intent: GoingIntent }[];
  is_more: boolean;
}
type Viewer = Awaited<ReturnType<typeof signedInAs>>;

beforeEach(async () => {
  await launch('vouches', true);
  await launch('going', true);
});

const path = (event: { id: string }) => `/api/events/${event.id}/going`;
const read = async ({ headers }: Pick<Viewer, 'headers'>, event: { id: string }) =>
  (await ask(path(event), { headers })).body as unknown as Going;
const namesOf = async (viewer: Viewer, event: { id: string }) =>
  (await read(viewer, event)).friends.map(({ first_name }) => first_name ?? '').toSorted((a, b) => (a < b ? -1 : 1));
const say = ({ headers }: Pick<Viewer, 'headers'>, event: { id: string }, json: object) =>
  ask(path(event), { headers, method: 'PUT', json });
const saidBy = (user_id: string) =>
  db.select({ intent: t.goings.intent }).from(t.goings).where(eq(t.goings.user_id, user_id));

const says = (person: { id: string }, event: { id: string }, intent: GoingIntent = 'going') =>
  db.insert(t.goings).values({ user_id: person.id, event_id: event.id, intent, forget_at: TOMORROW() });
const friendCalled = (display_name: string) => student({ display_name, shows_going: true });
const change = (person: { id: string }, over: Partial<t.Profile>) =>
  db.update(t.profiles).set(over).where(eq(t.profiles.id, person.id));

async function threeFriends() {
  const event = await anEvent({ start_at: TOMORROW() });
  const viewer = await signedInAs('user');
  await change(viewer.user, { shows_going: true, shows_mutuals: true });
  const friends = [await friendCalled('Aunt Room'), await friendCalled('Boss'), await friendCalled('Cook von Alto')];
  for (const friend of friends) {
    await vouchFor(viewer.user, friend);
    await says(friend, event);
  }
  return { event, viewer, friends, me: viewer.user };
}

test('a person can say that they go to a night, change the answer, and take it back', async () => {
  const event = await anEvent({ start_at: TOMORROW() });
  const person = await signedInAs('user');
  const { id } = person.user;
  expect((await say(person, event, { intent: 'going' })).body).toMatchObject({ mine: 'going', shows_going: false });
  expect((await say(person, event, { intent: 'going', show: true })).body).toMatchObject({ shows_going: true });
  const again = await say(person, event, { intent: 'with_somebody' });
  expect([again.status, again.cost.round_trips, await saidBy(id)]).toEqual([200, 2, [{ intent: 'with_somebody' }]]);
  expect(await read(person, event)).toMatchObject({ mine: 'with_somebody', shows_going: true, friends: [] });
  const remove = () => ask(path(event), { headers: person.headers, method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status, await saidBy(id)]).toEqual([200, 200, []]);
  expect((await db.select().from(t.profiles).where(eq(t.profiles.id, id)))[0]?.shows_going).toBe(true);
});

test('the page My nights lists the nights to which a person goes or would go with somebody', async () => {
  const [sure, maybe, viewer] = [await anEvent(), await anEvent(), await signedInAs('user')];
  await says(viewer.user, sure);
  await says(viewer.user, maybe, 'with_somebody');
  await says(await student(), await anEvent());
  const plans = async () =>
    (await ask('/api/my/plans', viewer)).body['plans'] as { id: string; going: GoingIntent | null }[];
  const said = new Map((await plans()).map(({ id, going }) => [id, going]));
  expect([said.size, said.get(sure.id), said.get(maybe.id)]).toEqual([2, 'going', 'with_somebody']);
  await launch('going', false);
  expect(await plans()).toEqual([]);
});

test('an answer about going is accepted only for a night that is public and upcoming', async () => {
  const person = await signedInAs('user');
  const open = await anEvent({ start_at: TOMORROW() });
  const intent = { intent: 'going', show: true };
  const hidden = await anEvent({ start_at: TOMORROW(), is_published: false });
  const over = await anEvent({ start_at: inHours(-30) });
  const cancelled = await anEvent({ start_at: TOMORROW(), cancelled_at: new Date() });
  const statuses = [];
  for (const event of [hidden, { id: 'gone' }, over, cancelled])
    statuses.push((await say(person, event, intent)).status);
  expect(statuses).toEqual([404, 404, 409, 409]);
  expect([(await ask(path(hidden), person)).status, (await ask(path(over), person)).status]).toEqual([404, 200]);
  expect([(await ask(path(open))).status, (await say(person, open, { intent: 'no' })).status]).toEqual([401, 422]);
  await launch('vouches', false);
  expect([(await say(person, open, intent)).status, (await ask(path(open), person)).status]).toEqual([403, 403]);
  expect(await saidBy(person.user.id)).toEqual([]);
  expect((await db.select().from(t.profiles).where(eq(t.profiles.id, person.user.id)))[0]?.shows_going).toBe(false);
});

test('friends who go are shown only if there are at least three of them', async () => {
  const { event, viewer, friends } = await threeFriends();
  await db.update(t.goings).set({ intent: 'with_somebody' }).where(eq(t.goings.user_id, friends[2]!.id));
  const shown = await ask(path(event), viewer);
  expect(shown.body as unknown as Going).toEqual({
    mine: null,
    shows_going: true,
    friends: expect.arrayContaining([
      { first_name: 'Aunt', initials: 'AR', intent: 'going' },
      { first_name: 'Boss', initials: 'B', intent: 'going' },
      { first_name: 'Cook', initials: 'CA', intent: 'with_somebody' },
    ]) as unknown,
    is_more: false,
    writer_ids: [],
  });
  expect([shown.cost.round_trips, shown.answer.headers.get('Cache-Control')]).toEqual([2, 'no-store']);
  for (const { id } of [...friends, viewer.user]) expect(shown.text).not.toContain(id);
  await db.delete(t.goings).where(eq(t.goings.user_id, friends[0]!.id));
  expect(await read(viewer, event)).toMatchObject({ friends: [], is_more: false });
  await says(friends[0]!, event);
  await db.update(t.events).set({ cancelled_at: new Date() }).where(eq(t.events.id, event.id));
  expect(await namesOf(viewer, event)).toEqual([]);
});

test('nobody is shown without their own consent, and a viewer who has not consented sees nobody', async () => {
  const { event, viewer, friends, me } = await threeFriends();
  for (const person of [me, friends[1]!]) {
    await change(person, { shows_going: false });
    expect(await namesOf(viewer, event)).toEqual([]);
    await change(person, { shows_going: true });
    expect(await namesOf(viewer, event)).toHaveLength(3);
  }
});

test('friends who are blocked, banned, deleted or linked to the viewer by a shared card are hidden', async () => {
  const { event, viewer, friends, me } = await threeFriends();
  const boss = friends[1]!;
  const ids = [me.id, boss.id];
  for (const [blocker_id, blocked_id] of [ids, ids.toReversed()]) {
    await db.insert(t.blocks).values({ blocker_id: blocker_id!, blocked_id: blocked_id! });
    expect(await namesOf(viewer, event)).toEqual([]);
    await db.delete(t.blocks).where(eq(t.blocks.blocker_id, blocker_id!));
  }
  for (const gone of [{ banned_until: TOMORROW() }, { deleted_at: new Date() }]) {
    await db.update(t.authUsers).set(gone).where(eq(t.authUsers.id, boss.id));
    expect(await namesOf(viewer, event)).toEqual([]);
    await db.update(t.authUsers).set({ banned_until: null, deleted_at: null }).where(eq(t.authUsers.id, boss.id));
  }
  await shareMark([me, boss], 'card');
  expect(await namesOf(viewer, event)).toEqual([]);
  await db.delete(t.sharedMarks).where(eq(t.sharedMarks.user_id, boss.id));
  expect(await namesOf(viewer, event)).toHaveLength(3);
  await db.insert(t.vouchFreezes).values({ user_id: me.id, cause: 'a case', until: TOMORROW() });
  expect(await namesOf(viewer, event)).toEqual([]);
});

test('a friend with a ticket or an accepted waitlist place counts as going until the ticket is refunded or given away', async () => {
  const { event, viewer, friends } = await threeFriends();
  const [aunt, boss] = friends;
  await db.delete(t.goings).where(eq(t.goings.event_id, event.id));
  await says(friends[2]!, event);
  const [bought, other] = [await aTicket(event, aunt!), await aTicket(event, await student(), 2)];
  const entry = waitlistRow({ event_id: event.id, applicant_id: boss!.id, status: 'accepted' });
  await db.insert(t.waitlist).values(entry);
  expect(await namesOf(viewer, event)).toEqual(['Aunt', 'Boss', 'Cook']);
  await db.update(t.waitlist).set({ tell_at: TOMORROW(), told_status: 'pending' }).where(eq(t.waitlist.id, entry.id));
  expect(await namesOf(viewer, event)).toEqual([]);
  // A given ticket counts for the friend who holds it, and not for its buyer.
  const given = { position: 1, accepted_at: new Date() };
  await db.insert(t.givenTickets).values({ ...given, request_id: other.id, token_hash: 'hash', friend_id: boss!.id });
  expect(await namesOf(viewer, event)).toHaveLength(3);
  await db
    .insert(t.givenTickets)
    .values({ ...given, request_id: bought.id, token_hash: 'more', friend_id: viewer.user.id });
  expect(await namesOf(viewer, event)).toEqual([]);
  await db
    .update(t.givenTickets)
    .set({ ended_at: new Date(), ended_by: 'friend' })
    .where(eq(t.givenTickets.token_hash, 'more'));
  expect(await namesOf(viewer, event)).toHaveLength(3);
  await db.insert(t.refunds).values(refundRow({ request_id: bought.id }));
  expect(await namesOf(viewer, event)).toEqual([]);
});

test('the people shown are mutuals: friends, people for whom friends vouch, and people met at a past night', async () => {
  const { event, viewer, friends, me } = await threeFriends();
  const [second, met, stranger] = [await friendCalled('Dean'), await friendCalled('Exec'), await friendCalled('Zany')];
  await vouchFor(friends[0]!, second);
  await vouchFor(second, stranger);
  await vouchFor(stranger, me);
  const [past, seller] = [await pastEvent(), await student()];
  await dealOf({ event: past, buyer: me, seller, by: 'buyer' });
  await dealOf({ event: past, buyer: met, seller, by: 'buyer' });
  for (const person of [second, met, stranger]) await says(person, event);
  expect(await namesOf(viewer, event)).toEqual(['Aunt', 'Boss', 'Cook', 'Dean', 'Exec']);
  const common = await db.all<{ name: string }>(sql`select distinct person.display_name as name
    from (${inCommon({ viewer: me.id, others: sql`select user_id as id from goings`, now: new Date() })}) as common
    join profiles as person on person.id = common.other_id order by name`);
  expect(common.map(({ name }) => name.split(' ')[0])).toEqual(['Aunt', 'Boss', 'Cook', 'Dean', 'Exec']);
  await change(friends[0]!, { shows_mutuals: false });
  expect(await namesOf(viewer, event)).toEqual(['Aunt', 'Boss', 'Cook', 'Exec']);
  await shareMark([met, seller], 'phone');
  expect(await namesOf(viewer, event)).toHaveLength(3);
});

test('the desk shows how many people say that they go, but shows no number below three', async () => {
  const { event, friends } = await threeFriends();
  const admin = await signedInAs('admin');
  const count = async () => (await ask(`/api/admin/events/${event.id}/desk`, { headers: admin.headers })).body['going'];
  expect(await count()).toBe(3);
  await db.delete(t.goings).where(and(eq(t.goings.event_id, event.id), eq(t.goings.user_id, friends[0]!.id)));
  expect(await count()).toBe('few');
  await launch('going', false);
  expect(await count()).toBe(null);
});

test('a person’s answer about going is deleted a month after the night', async () => {
  const { event, viewer } = await threeFriends();
  await say(viewer, event, { intent: 'going' });
  await deleteGoings(db, { now: new Date(event.start_at.getTime() + 29 * 24 * HOUR) });
  expect(await saidBy(viewer.user.id)).toHaveLength(1);
  await deleteGoings(db, { now: new Date(event.start_at.getTime() + 31 * 24 * HOUR) });
  expect(await db.$count(t.goings)).toBe(0);
});
