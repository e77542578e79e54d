import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { disputeRow, refundRow } from '../../../drizzle/seed/payment-rows.ts';
import {
  blocks,
  disputes,
  givenTickets,
  notifications,
  profiles,
  refunds,
  vouches,
} from '../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../worker/features/people/accounts/accounts.ts';
import { tellPayments } from '../../../worker/features/trade/news/tell-payments.cron.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { aPhone, askForPasses, handoverOf, readList, withPasses } from '../../support/worker/door.ts';
import { accept, back, give, look, takeBack } from '../../support/worker/given.ts';
import { launch } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { fakeProvider } from '../../support/worker/trade/fake-provider.ts';
import { judgeNow, scanCode, withFriend } from '../../support/worker/at-the-door.ts';
import { changeEvent } from '../../support/worker/nights/event-row.ts';

beforeEach(async () => {
  fakeProvider();
  await launch('squads', true);
  await launch('push', true);
});

const positionsOf = async (...asked: Parameters<typeof askForPasses>) =>
  (await askForPasses(...asked)).passes.map(({ position }) => position);

test('a friend who accepts a ticket by its link gets a pass, and the buyer’s pass for it becomes void', async () => {
  const made = await withFriend();
  const { event, owner, id, buyer, phone, friend, given, hers } = made;
  const shown = await askForPasses(id, { ...friend, ...hers });
  expect([shown.status, shown.passes.map(({ position }) => position)]).toEqual([200, [2]]);
  expect(shown.cost.round_trips).toBe(2);
  expect(await positionsOf(id, { ...buyer, ...phone })).toEqual([1]);
  const list = (await readList(event.slug, owner.headers)).list!;
  expect(list.places.map(({ name }) => name).at(-1)).toBe('A good friend');
  const old = await judgeNow(made, await phone.codeAt(given[1]!.signed));
  expect(old).toMatchObject({ result: 'void', because: 'other_device' });
  expect(await judgeNow(made, await hers.codeAt(shown.passes[0]!.signed))).toMatchObject({ result: 'ok' });
});

test('the buyer can take back a given ticket until the friend has opened its pass', async () => {
  const { id, buyer, friend, link, phone } = await withFriend();
  expect(await takeBack(link.id, friend)).toBe(409);
  expect([await takeBack(link.id, buyer), await takeBack(link.id, buyer)]).toEqual([200, 200]);
  expect((await askForPasses(id, { ...friend, ...(await aPhone()) })).status).toBe(404);
  expect(await positionsOf(id, { ...buyer, ...phone })).toEqual([1, 2]);
  const again = await give(id, buyer);
  await accept(again.token, friend);
  await askForPasses(id, { ...friend, ...(await aPhone()) });
  expect(await takeBack(again.id, buyer)).toBe(409);
});

test('a friend can give a ticket back to the buyer, but cannot pass it on', async () => {
  const { id, buyer, friend, hers, phone } = await withFriend();
  await askForPasses(id, { ...friend, ...hers });
  expect((await give(id, friend)).code).toBe('given.not_givable');
  expect([await back(id, friend), await back(id, friend)]).toEqual([200, 200]);
  const told = await db.select().from(notifications).where(eq(notifications.user_id, buyer.user.id));
  expect(told.map(({ title }) => title)).toEqual(['A friend took your ticket', 'A friend gave a ticket back']);
  expect((await askForPasses(id, { ...friend, ...hers })).status).toBe(404);
  expect(await positionsOf(id, { ...buyer, ...phone })).toEqual([1, 2]);
  const rows = await db.select().from(givenTickets).where(eq(givenTickets.request_id, id));
  expect(rows.map(({ ended_by }) => ended_by)).toEqual(['friend']);
});

test('after its scan, a given ticket can be neither taken back by the buyer nor given back by the friend', async () => {
  const made = await withFriend();
  const { id, buyer, friend, hers, phone, link, given } = made;
  const shown = await askForPasses(id, { ...friend, ...hers });
  await scanCode(made, await hers.codeAt(shown.passes[0]!.signed), 2);
  expect([await takeBack(link.id, buyer), await back(id, friend)]).toEqual([409, 404]);
  expect((await handoverOf(id)).status).toBe('due');
  expect((await askForPasses(id, { ...buyer, ...phone })).passes.map((pass) => pass.id)).toEqual([given[0]!.id]);
  await scanCode(made, await phone.codeAt(given[0]!.signed));
  expect((await handoverOf(id)).status).toBe('received');
});

test('the link to a ticket works for only one person, and never for the buyer or anybody the buyer blocked', async () => {
  const { id, buyer } = await withPasses(3);
  const [friend, late, blocked] = [await signedInAs('user'), await signedInAs('user'), await signedInAs('user')];
  await db.insert(blocks).values({ blocker_id: buyer.user.id, blocked_id: blocked.user.id, created_at: new Date() });
  const link = await give(id, buyer);
  expect([(await accept(link.token, buyer)).status, (await accept(link.token, blocked)).status]).toEqual([404, 404]);
  expect((await look(link.token, blocked)).status).toBe(404);
  const answers = await Promise.all([accept(link.token, friend), accept(link.token, late)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect((await look(link.token, await signedInAs('user'))).status).toBe(404);
  expect((await give(id, buyer)).code).toBe('given.not_givable');
  expect((await give(id, buyer, { position: 4 })).code).toBe('given.not_givable');
  expect((await give(id, late, { position: 1 })).code).toBe('given.not_givable');
});

test('a buyer can give a ticket to a person who vouched for them, and only that person can accept it', async () => {
  const { id, buyer, event } = await withPasses(3);
  const [friend, stranger] = [await signedInAs('user'), await signedInAs('user')];
  await launch('vouches', true);
  await db.update(profiles).set({ display_name: 'Roommate Of Two' }).where(eq(profiles.id, buyer.user.id));
  await changeEvent(event.id, { title: 'Disco Deficit' });
  const made = { way: 'link', created_at: new Date() } as const;
  const [vouch, foreign] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.insert(vouches).values([
    { ...made, id: vouch, voucher_id: friend.user.id, vouchee_id: buyer.user.id },
    { ...made, id: foreign, voucher_id: friend.user.id, vouchee_id: stranger.user.id },
  ]);
  expect((await give(id, buyer, { position: 3, vouch_id: foreign })).code).toBe('given.not_givable');
  const named = await give(id, buyer, { position: 3, vouch_id: vouch });
  expect(named.status).toBe(201);
  const told = await db.select().from(notifications).where(eq(notifications.user_id, friend.user.id));
  expect(told.map(({ title, path }) => [title, path])).toEqual([
    ['Roommate gave you a ticket: Disco Deficit', `/with#${named.token}`],
  ]);
  expect((await accept(named.token, stranger)).status).toBe(404);
  expect((await look(named.token, stranger)).status).toBe(404);
  expect((await accept(named.token, friend)).status).toBe(200);
  await db.insert(blocks).values({ blocker_id: friend.user.id, blocked_id: buyer.user.id, created_at: new Date() });
  expect((await give(id, buyer, { position: 2, vouch_id: vouch })).code).toBe('given.not_givable');
});

test('if a friend’s account is deleted, the ticket is the buyer’s again and the friend’s pass is void', async () => {
  const made = await withFriend();
  const { id, buyer, friend, hers, phone } = made;
  const shown = await askForPasses(id, { ...friend, ...hers });
  await runWrites(db, [accounts.removeAccount(db, { id: friend.user.id, keep: {}, now: new Date() })]);
  expect(await judgeNow(made, await hers.codeAt(shown.passes[0]!.signed))).toMatchObject({ result: 'void' });
  expect(await positionsOf(id, { ...buyer, ...phone })).toEqual([1, 2]);
});

test('My nights shows a ticket from a friend until it is given back or refunded', async () => {
  const { id, event, buyer, friend } = await withFriend();
  const plansOf = async () => {
    const { plans } = (await ask('/api/my/plans', friend)).body as unknown as {
      plans: { title: string; from_friends: number }[];
    };
    return plans.map(({ title, from_friends }) => [title, from_friends]);
  };
  expect(await plansOf()).toEqual([[event.title, 1]]);
  // A friend with a ticket still sees the night after it was unpublished.
  await changeEvent(event.id, { is_published: false });
  expect(await plansOf()).toEqual([[event.title, 1]]);
  await back(id, friend);
  expect(await plansOf()).toEqual([]);
  const again = await give(id, buyer);
  await accept(again.token, friend);
  await db.insert(refunds).values(refundRow({ request_id: id }));
  expect(await plansOf()).toEqual([]);
});

test('a friend is notified once when a ticket stops working and once when it works again', async () => {
  const { id, friend } = await withFriend();
  const told = async () => {
    await tellPayments(env, new Date());
    await tellPayments(env, new Date());
    const rows = await db.select().from(notifications).where(eq(notifications.user_id, friend.user.id));
    return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()).map(({ title }) => title);
  };
  const [lost, again] = ['Your ticket from a friend doesn’t work now', 'Your ticket from a friend works again'];
  expect(await told()).toEqual([]);
  const dispute = disputeRow({ request_id: id });
  await db.insert(disputes).values(dispute);
  expect(await told()).toEqual([lost]);
  await db
    .update(disputes)
    .set({ status: 'won', closed_at: new Date() })
    .where(eq(disputes.provider_id, dispute.provider_id));
  expect(await told()).toEqual([lost, again]);
  await db.insert(refunds).values(refundRow({ request_id: id, status: 'sent' }));
  expect(await told()).toEqual([lost, again, lost]);
});

test('refunded tickets can be neither given nor accepted, and a friend’s passes for them are void', async () => {
  const made = await withFriend();
  const { id, buyer, friend, hers } = made;
  const open = await give(id, buyer, { position: 1 });
  const [pass] = (await askForPasses(id, { ...friend, ...hers })).passes;
  const judged = async () => judgeNow(made, await hers.codeAt(pass!.signed));
  expect(await judged()).toMatchObject({ result: 'ok' });
  await db.insert(refunds).values(refundRow({ request_id: id }));
  expect((await accept(open.token, await signedInAs('user'))).status).toBe(404);
  expect((await give(id, buyer, { position: 1 })).status).toBe(409);
  expect((await askForPasses(id, { ...friend, ...hers })).status).toBe(404);
  expect(await judged()).toMatchObject({ result: 'void' });
});
