import { env } from 'cloudflare:workers';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { blocks, squadCards } from '../../../../drizzle/tables/all-tables.ts';
import { askHome } from '../../../../worker/features/trade/squads/ask-home.cron.ts';
import { findToAsk } from '../../../../worker/features/trade/squads/home.db.ts';
import { forgetSquads } from '../../../../worker/features/trade/squads/forget-squads.cron.ts';
import { leaveSquads } from '../../../../worker/http/shared/trade/leave-squads.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { db } from '../../../support/worker/db.ts';
import { launchForTest } from '../../../support/worker/launch.ts';
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from '../../../support/worker/trade/paid-deal.ts';
import {
  authorizedSquad,
  call,
  cardOf,
  type Friend,
  joinedSquad,
  lookAt,
  squadDeal,
} from '../../../support/worker/trade/squads.ts';
import { block, noticesAbout } from '../../../support/worker/trade/deals/rows.ts';
import { changeEvent, eventOf } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';

const endEvent = (id: string, ms: number) =>
  changeEvent(id, { start_at: fromNow(-ms - 5 * HOUR_MS), end_at: fromNow(-ms) });

/** A squad of three that has its tickets and whose night ended `ago` ms ago. */
async function squadAfterEvent({ ago = MINUTE_MS, organizer_id = null as string | null } = {}) {
  const deal = await squadDeal({ listing: { is_instant: true }, event: { organizer_id } });
  await launchForTest('push');
  const squad = await authorizedSquad(deal);
  await later(deal, MINUTE_MS);
  expect((await lookAt(squad.token, deal.captain)).squad).toMatchObject({ state: 'in', home_until: null });
  await endEvent(deal.event.id, ago);
  return { deal, ...squad };
}

const say = (id: string, as: Friend) => call(`/${id}/home`, as, undefined, 'PUT');
const takeBack = (id: string, as: Friend) => call(`/${id}/home`, as, undefined, 'DELETE');
const own = async ({ headers }: Friend) =>
  (await callCounted('/api/my/squads', { headers })).answer.json<{
    squads: { id: string; home_until: string | null }[];
  }>();
const told = (id: string) => noticesAbout(`squad:${id}:home`);
const homes = async (token: string, as: Friend) => (await lookAt(token, as)).squad.mates.map(({ is_home }) => is_home);
const stored = (id: string) =>
  db
    .select()
    .from(squadCards)
    .where(and(eq(squadCards.squad_id, id), isNotNull(squadCards.home_at)));

test('once the night has ended, each friend in the squad is asked once whether they got home', async () => {
  const { id, all, deal } = await squadAfterEvent({ ago: -HOUR_MS });
  await askHome(env, new Date());
  expect(await told(id)).toEqual([]);
  await endEvent(deal.event.id, MINUTE_MS);
  await askHome(env, new Date());
  await askHome(env, fromNow(HOUR_MS));
  const asked = await told(id);
  expect(asked.map(({ user_id }) => user_id).toSorted()).toEqual(all.map(({ user }) => user.id).toSorted());
  expect(asked[0]).toMatchObject({ title: 'Got home?', path: `/squad/${id}`, is_urgent: false });
  expect(asked[0]!.body).toBe(`One tap tells your friends from ${deal.event.title}.`);
  const event = await eventOf(deal.event.id);
  expect(asked[0]!.expires_at).toEqual(new Date(event.end_at!.getTime() + DAY_MS));
});

test('the squad sees that a friend got home until the friend takes the answer back', async () => {
  const { id, token, all } = await squadAfterEvent();
  const [captain, first] = all as [Friend, Friend];
  expect(await own(first)).toMatchObject({ squads: [{ id, home_until: expect.any(String) as string }] });
  expect(await homes(token, captain)).toEqual([false, false, false]);
  const said = await say(id, first);
  expect(said.status).toBe(200);
  expect(said.squad.mates.filter(({ is_home }) => is_home).map(({ is_you }) => is_you)).toEqual([true]);
  const [answer] = await stored(id);
  expect((await say(id, first)).status).toBe(200);
  expect(await homes(token, captain)).toEqual([false, true, false]);
  // A second answer keeps the time of the first, so that no answer is stored for more than a day.
  expect(await stored(id)).toEqual([answer]);
  expect((await takeBack(id, first)).status).toBe(200);
  expect((await takeBack(id, first)).status).toBe(200);
  expect(await homes(token, captain)).toEqual([false, false, false]);
  expect(await stored(id)).toEqual([]);
});

test('nobody outside the squad can answer "Got home?" or see who got home', async () => {
  const organizer = await signedInAs('organizer');
  const { id, token, all, deal } = await squadAfterEvent({ organizer_id: organizer.user.id });
  const stranger = await signedInAs('user');
  const admin = await signedInAs('admin');
  await say(id, all[1]!);
  for (const outsider of [stranger, deal.seller, organizer, admin]) {
    expect((await lookAt(token, outsider)).squad).toMatchObject({ mates: [], home_until: null });
    expect((await own(outsider)).squads).toEqual([]);
    for (const answer of [await say(id, outsider), await takeBack(id, outsider)])
      expect([answer.status, answer.code]).toEqual([404, 'squads.not_found']);
  }
  expect((await callCounted(`/api/my/squads/${id}/home`, { method: 'PUT' })).answer.status).toBe(401);
  const [, kept] = [await homes(token, all[0]!), await stored(id)];
  expect(kept.map(({ user_id }) => user_id)).toEqual([all[1]!.user.id]);
});

test('a friend who lost their place in the squad can neither answer "Got home?" nor see who got home', async () => {
  const deal = await squadDeal({ listing: { is_instant: true } });
  const squad = await joinedSquad(deal);
  const freed = squad.all[2]!;
  const its = eq(squadCards.id, (await cardOf(squad.id, freed)).id);
  await db.update(squadCards).set({ left_at: new Date(), status: 'failed' }).where(its);
  await endEvent(deal.event.id, MINUTE_MS);
  expect((await lookAt(squad.token, freed)).squad).toMatchObject({ mates: [], home_until: null });
  expect((await say(squad.id, freed)).code).toBe('squads.not_found');
});

test('friends who blocked each other do not see each other’s answers to "Got home?"', async () => {
  const { id, token, all } = await squadAfterEvent();
  const [captain, first, second] = all as [Friend, Friend, Friend];
  await block(first, second);
  for (const friend of all) await say(id, friend);
  expect(await homes(token, captain)).toEqual([true, true, true]);
  expect(await homes(token, first)).toEqual([true, true, false]);
  expect(await homes(token, second)).toEqual([true, false, true]);
  await block(second, captain);
  await askHome(env, new Date());
  expect((await told(id)).map(({ user_id }) => user_id).toSorted()).toEqual(
    [captain, first].map(({ user }) => user.id).toSorted(),
  );
});

test('the cron does not ask "Got home?" in a squad whose friends have all blocked each other', async () => {
  const { id, all } = await squadAfterEvent();
  const [captain, first, second] = all as [Friend, Friend, Friend];
  const pairs = [
    [captain, first],
    [captain, second],
    [first, second],
  ] as const;
  const isFound = async () => (await findToAsk(db, { now: new Date(), limit: 100 })).some((squad) => squad.id === id);
  expect(await isFound()).toBe(true);
  await db.insert(blocks).values(pairs.map(([one, other]) => ({ blocker_id: one.user.id, blocked_id: other.user.id })));
  expect(await isFound()).toBe(false);
});

test('a squad is not asked "Got home?" if its sellers never answered or its night was canceled', async () => {
  const deal = await squadDeal();
  await launchForTest('push');
  const unanswered = await authorizedSquad(deal);
  await endEvent(deal.event.id, MINUTE_MS);
  const canceled = await squadAfterEvent();
  await changeEvent(canceled.deal.event.id, { cancelled_at: new Date() });
  await askHome(env, new Date());
  for (const { id, token, all } of [unanswered, canceled]) {
    expect(await told(id)).toEqual([]);
    expect((await lookAt(token, all[1]!)).squad.home_until).toBeNull();
    expect((await say(id, all[1]!)).code).toBe('squads.home_closed');
    expect(await own(all[1]!)).toEqual({ squads: [] });
  }
});

test('24 hours after the night, nobody can answer "Got home?" anymore, and the cron deletes the answers', async () => {
  const { id, token, all, deal } = await squadAfterEvent({ ago: DAY_MS - HOUR_MS });
  await say(id, all[1]!);
  await forgetSquads(env, new Date());
  expect(await stored(id)).toHaveLength(1);
  await endEvent(deal.event.id, DAY_MS + MINUTE_MS);
  const { squad } = await lookAt(token, all[0]!);
  expect([squad.home_until, squad.mates.map(({ is_home }) => is_home)]).toEqual([null, [false, false, false]]);
  expect((await say(id, all[0]!)).code).toBe('squads.home_closed');
  expect((await takeBack(id, all[1]!)).code).toBe('squads.home_closed');
  expect(await own(all[0]!)).toEqual({ squads: [] });
  await forgetSquads(env, new Date());
  expect(await stored(id)).toEqual([]);
});

test('an answer to "Got home?" is deleted after a day, even if the night gets a later end', async () => {
  const { id, all, deal } = await squadAfterEvent();
  await say(id, all[1]!);
  await endEvent(deal.event.id, -HOUR_MS);
  expect((await say(id, all[0]!)).code).toBe('squads.home_closed');
  await forgetSquads(env, fromNow(DAY_MS - MINUTE_MS));
  expect(await stored(id)).toHaveLength(1);
  await forgetSquads(env, fromNow(DAY_MS + MINUTE_MS));
  expect(await stored(id)).toEqual([]);
});

test('a person’s own data includes their answer to "Got home?" until they take it back', async () => {
  const { id, all } = await squadAfterEvent();
  const friend = all[1]!;
  await say(id, friend);
  const data = async () => (await callCounted('/api/my/data', { headers: friend.headers })).answer.text();
  expect(await data()).toMatch(/"home_at":\s*"?[0-9]/);
  await takeBack(id, friend);
  expect(await data()).toMatch(/"home_at":\s*null/);
});

test('if an account has to leave its squads, only its own answer to "Got home?" is deleted', async () => {
  const { id, token, all } = await squadAfterEvent();
  for (const friend of all) await say(id, friend);
  const [gone, ...rest] = leaveSquads(db, { accounts: sql`select ${all[1]!.user.id}` });
  await db.batch([gone!, ...rest]);
  expect(await homes(token, all[0]!)).toEqual([true, false, true]);
  expect(await stored(id)).toHaveLength(2);
});
