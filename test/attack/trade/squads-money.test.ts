import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { authUsers, squads } from '../../../drizzle/tables/all-tables.ts';
import { endTrade } from '../../../worker/http/shared/trade/withdraw-listings-of-account.ts';
import { runWrites } from '../../../worker/http/database/batch.ts';
import { settleSquad } from '../../../worker/features/trade/squads/settle-squad.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { launchForTest } from '../../support/worker/launch.ts';
import { stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { balanceOf, HOUR_MS, later, MINUTE_MS, refunded } from '../../support/worker/trade/paid-deal.ts';
import {
  authorizedSquad,
  cardOf,
  factsOfSquad,
  joinedSquad,
  lookAt,
  moneyOf,
  payAs,
  squadDeal,
} from '../../support/worker/trade/squads.ts';
import { noticesOf } from '../../support/worker/talk/notices.ts';
import { fromNow } from '../../support/worker/moments.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';
import { requestsOfGroup } from '../../support/worker/trade/deals/rows.ts';

const ban = (id: string, banned_until = fromNow(9 * HOUR_MS)) =>
  db.update(authUsers).set({ banned_until }).where(eq(authUsers.id, id));
const endTradeOf = async (id: string) => {
  await ban(id);
  await runWrites(db, endTrade(db, { accounts: sql`select ${id}` }));
};

test('if the only seller does not answer, every ticket goes back on sale and every card is released', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  await later(deal, 25 * HOUR_MS);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['voided', 'voided', 'voided'] });
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  expect(await stockOf(deal.listing)).toMatchObject({ quantity: 6, held: 0 });
});

test('if the captain’s account ends, every card is released and the friends are told', async () => {
  const deal = await squadDeal();
  await launchForTest('push');
  const squad = await joinedSquad(deal);
  for (const friend of squad.all.slice(0, 2)) await payAs(deal, squad.id, friend);
  await endTradeOf(deal.captain.user.id);
  await later(deal, MINUTE_MS);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  const told = await noticesOf(squad.all[1]!.user.id);
  expect(told.map(({ title }) => title)).toEqual(['Your squad has ended']);
});

test('if a friend’s account ends once tickets are held, the squad ends for everybody', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  await endTradeOf(squad.all[1]!.user.id);
  await later(deal, MINUTE_MS);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['voided', 'voided', 'voided'] });
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
});

test('a squad with a banned friend ends without holding tickets', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  for (const friend of squad.all.slice(0, 2)) await payAs(deal, squad.id, friend);
  await launchForTest('push');
  await ban(squad.all[1]!.user.id);
  await payAs(deal, squad.id, squad.all[2]!);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'ended', because: 'friend' });
  const told = await noticesOf(deal.captain.user.id);
  expect(told.map(({ body }) => body)).toEqual([expect.stringContaining('One of you can’t buy tickets')]);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
});

test('if calls of `settleSquad` overlap and the provider fails, either all friends are charged or no friend is', async () => {
  for (const fault of ['serverError', 'lostAnswer', 'storedError'] as const) {
    const deal = await squadDeal({ listing: { is_instant: true } });
    const squad = await joinedSquad(deal);
    for (const friend of squad.all) deal.fake.act.pay((await cardOf(squad.id, friend)).session_id!);
    deal.fake.faults[fault] = 0.4;
    for (let at = 0; at < 8; at += 1) {
      const now = nowOf(deal);
      await Promise.all([settleSquad(env, squad.id, { now }), settleSquad(env, squad.id, { now })]);
      await later(deal, 2 * MINUTE_MS);
    }
    deal.fake.faults[fault] = 0;
    await later(deal, HOUR_MS);
    await later(deal, HOUR_MS);
    const facts = await factsOfSquad(squad.id);
    expect([fault, new Set(facts.payments).size]).toEqual([fault, 1]);
    const money = moneyOf(deal);
    expect(money).toEqual({ open: 0, charged: facts.payments[0] === 'captured' ? [2750, 2750, 2750] : [] });
    const { balance } = deal.fake.state();
    expect((await balanceOf('provider')) - deal.before - balance).toBe(0);
  }
});

test('a dispute about one friend’s ticket does not touch the other payments of the squad', async () => {
  const deal = await squadDeal({ listing: { is_instant: true } });
  const squad = await authorizedSquad(deal);
  await later(deal, MINUTE_MS);
  deal.fake.act.dispute((await cardOf(squad.id, squad.all[1]!)).intent_id!);
  await deal.fake.pump();
  await later(deal, HOUR_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['captured', 'captured', 'captured'] });
  expect(refunded(deal)).toBe(0);
  expect((await lookAt(squad.token, deal.captain)).squad.state).toBe('in');
});

test('a friend sees only their own payment in a squad', async () => {
  const deal = await squadDeal({ tickets: [2, 1] });
  await launchForTest('my-tickets');
  const squad = await authorizedSquad(deal);
  const [me, ...others] = squad.all;
  const { body: mine } = await ask('/api/my-tickets', me);
  const { id } = await cardOf(squad.id, me!);
  const { body: paid } = await ask(`/api/payments/${id}`, me);
  const text = JSON.stringify([mine, paid]);
  for (const { user } of others) expect(text).not.toContain(user.id);
  const rows = await requestsOfGroup(squad.id);
  for (const row of rows.filter((each) => each.id !== id)) expect(text).not.toContain(row.id);
  for (const friend of others) {
    const { id: theirs } = await cardOf(squad.id, friend);
    expect((await ask(`/api/payments/${theirs}`, me)).status).toBe(404);
  }
  expect((await db.select().from(squads).where(eq(squads.id, squad.id)))[0]!.settle_at).toBeNull();
});
