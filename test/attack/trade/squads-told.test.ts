import { expect, test } from 'vitest';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { launchForFile } from '../../support/worker/launch.ts';
import { later, MINUTE_MS } from '../../support/worker/trade/paid-deal.ts';
import {
  answerAs,
  authorizedSquad,
  callOffAs,
  cardOf,
  factsOfSquad,
  type Friend,
  free,
  joinedSquad,
  lookAt,
  moneyOf,
  plan,
  squadDeal,
} from '../../support/worker/trade/squads.ts';
import { noticesOf } from '../../support/worker/talk/notices.ts';
import { block } from '../../support/worker/trade/deals/rows.ts';

launchForFile('push');

const titlesOf = async ({ user }: Friend) => (await noticesOf(user.id)).map(({ title }) => title);

test('if one friend cancels after everybody is in, the other friends are told that the squad has ended', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  const quitter = squad.all[1]!;
  const { id } = await cardOf(squad.id, quitter);
  await post(`/api/ticket-requests/${id}/cancel`, quitter);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['voided', 'voided', 'voided'] });
  for (const friend of [squad.all[0]!, squad.all[2]!]) {
    expect((await titlesOf(friend)).filter((title) => title !== 'Everybody is in')).toEqual(['Your squad has ended']);
  }
});

test('if the only seller declines, every friend is told once', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  await answerAs(deal, squad.id, { to: 'decline' });
  await later(deal, 11_000);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['voided', 'voided', 'voided'] });
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  const told = await Promise.all(
    squad.all.map(async (friend) => (await titlesOf(friend)).filter((title) => title !== 'Everybody is in').length),
  );
  expect(told).toEqual([1, 1, 1]);
});

test('if a card’s authorization lapses after everybody is in, the squad ends and names a card as the reason', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  deal.fake.act.lapse((await cardOf(squad.id, squad.all[1]!)).intent_id!);
  await answerAs(deal, squad.id);
  await later(deal, 11_000);
  await later(deal, MINUTE_MS);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  expect((await lookAt(squad.token, deal.captain)).squad).toMatchObject({ state: 'ended', why: 'card' });
});

test('if the captain starts a squad again, friends who left it or blocked the captain are not told', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  const [, blocker, leaver] = squad.all;
  await free(squad.id, (await cardOf(squad.id, leaver!)).id, leaver!);
  await block(blocker!, deal.captain);
  await callOffAs(squad.id, deal.captain);
  expect((await plan(deal, { again: squad.id })).status).toBe(201);
  expect(await titlesOf(blocker!)).not.toContain('Your squad tries again');
  expect(await titlesOf(leaver!)).not.toContain('Your squad tries again');
});
