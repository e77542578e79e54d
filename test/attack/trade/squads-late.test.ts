import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { settle } from '../../../worker/features/trade/payments/settle.ts';
import { openProvider } from '../../../worker/features/trade/provider/provider.ts';
import { cancelStrays } from '../../../worker/features/trade/reconcile/stray-authorizations.ts';
import { db } from '../../support/worker/db.ts';
import { launchForTest } from '../../support/worker/launch.ts';
import { mailsTo } from '../../support/worker/talk/mailbox.ts';
import { stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import { balanceOf, HOUR_MS, later, MINUTE_MS, refunded } from '../../support/worker/trade/paid-deal.ts';
import {
  answerAs,
  authorizedSquad,
  cardOf,
  factsOfSquad,
  type Friend,
  free,
  joinedSquad,
  lookAt,
  moneyOf,
  payAs,
  plan,
  squadDeal,
} from '../../support/worker/trade/squads.ts';
import { noticesOf } from '../../support/worker/talk/notices.ts';
import { nowOf } from '../../support/worker/trade/deals/deals.ts';

const toldTo = async ({ user }: Friend) => (await noticesOf(user.id)).map(({ title, body }) => `${title}: ${body}`);

test('a friend who was charged gets the money back and hears why if another friend’s authorization lapses', async () => {
  const deal = await squadDeal();
  await launchForTest('push');
  const squad = await authorizedSquad(deal);
  await answerAs(deal, squad.id);
  deal.clock.ahead += 11_000;
  const [first, second] = await Promise.all(squad.all.map((friend) => cardOf(squad.id, friend)));
  await settle(env, first!.id, { now: nowOf(deal) });
  expect(moneyOf(deal).charged).toEqual([2750]);
  deal.fake.act.lapse(second!.intent_id!);
  for (let at = 0; at < 4; at += 1) await later(deal, MINUTE_MS);
  expect(moneyOf(deal).open).toBe(0);
  expect(refunded(deal)).toBe(moneyOf(deal).charged.reduce((sum, each) => sum + each, 0));
  expect((await balanceOf('provider')) - deal.before - deal.fake.state().balance).toBe(0);
  expect((await lookAt(squad.token, deal.captain)).squad).toMatchObject({ state: 'ended', why: 'card' });
  const [charged, ...others] = squad.all;
  expect(await toldTo(charged!)).toContainEqual(expect.stringMatching(/^\$27\.50 is on its way back: For 1 ticket /));
  const uncharged = expect.stringMatching(/^Your squad has ended: .* Nothing was charged\./);
  for (const friend of others) expect(await toldTo(friend)).toContainEqual(uncharged);
  const why = 'because another card for the same purchase couldn’t be charged';
  expect((await mailsTo(charged!.user.email!)).map(({ text }) => text)).toContainEqual(expect.stringContaining(why));
});

test('the server voids an authorization if the captain freed the place or the time to pay is over', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  const [, freed, late] = squad.all;
  await payAs(deal, squad.id, squad.all[0]!);
  const card = await cardOf(squad.id, freed!);
  deal.fake.act.pay(card.session_id!);
  await free(squad.id, card.id, deal.captain);
  expect(moneyOf(deal).open).toBe(1);
  deal.fake.act.pay((await cardOf(squad.id, late!)).session_id!);
  await later(deal, 31 * MINUTE_MS);
  await later(deal, MINUTE_MS);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
});

test('a squad of eight gets its tickets from four sellers, and all eight friends are charged', async () => {
  const deal = await squadDeal({ tickets: [2, 2, 2, 2] });
  const squad = await authorizedSquad(deal, { places: 8, most_total: 60 });
  expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'held' });
  for (const at of [0, 1, 2, 3]) await answerAs(deal, squad.id, { at });
  await later(deal, 11_000);
  for (let at = 0; at < 3; at += 1) await later(deal, MINUTE_MS);
  expect(moneyOf(deal).open).toBe(0);
  expect(moneyOf(deal).charged).toHaveLength(8);
  expect(await stockOf(deal.listing)).toMatchObject({ quantity: 0, held: 0 });
});

test('the comparison with the provider does not void the authorizations of a squad that is still gathering', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  await payAs(deal, squad.id, squad.all[0]!);
  deal.fake.act.pay((await cardOf(squad.id, squad.all[1]!)).session_id!);
  await cancelStrays({ env, db, provider: openProvider(env), now: new Date() });
  expect(moneyOf(deal).open).toBe(2);
  expect((await factsOfSquad(squad.id)).cards).toEqual(['authorized', 'authorized', 'awaiting']);
});

test('friends who have their tickets are not notified when their captain plans another squad', async () => {
  const deal = await squadDeal({ listing: { is_instant: true } });
  await launchForTest('push');
  const squad = await authorizedSquad(deal);
  await later(deal, MINUTE_MS);
  await later(deal, HOUR_MS);
  expect((await lookAt(squad.token, deal.captain)).squad.state).toBe('in');
  expect((await plan(deal, { again: squad.id })).status).toBe(201);
  expect(await toldTo(squad.all[1]!)).not.toContainEqual(expect.stringContaining('Your squad tries again'));
});
