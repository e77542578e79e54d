import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payments, squadCards } from '../../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { db } from '../../../support/worker/db.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import { launchForTest } from '../../../support/worker/launch.ts';
import { stockOf } from '../../../support/worker/trade/event-with-tickets.ts';
import { later, MINUTE_MS } from '../../../support/worker/trade/paid-deal.ts';
import {
  answerAs,
  authorizedSquad,
  call,
  callOffAs,
  cardOf,
  factsOfSquad,
  free,
  join,
  joinedSquad,
  lookAt,
  moneyOf,
  payAs,
  plan,
  squadDeal,
  tokenOf,
} from '../../../support/worker/trade/squads.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { changeListing, noticesAbout, requestsOfGroup } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { subjectsTo } from '../../../support/worker/trade/deals/calls.ts';

test('three friends each authorize a card, and each is charged for their own ticket after the seller accepts', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'gathering', requests: [] });
  for (const friend of squad.all.slice(0, 2)) await payAs(deal, squad.id, friend);
  expect(moneyOf(deal)).toEqual({ open: 2, charged: [] });
  expect(await stockOf(deal.listing)).toMatchObject({ quantity: 6, held: 0 });
  await payAs(deal, squad.id, squad.all[2]!);
  expect(await factsOfSquad(squad.id)).toEqual({
    status: 'held',
    because: null,
    cards: ['used', 'used', 'used'],
    requests: ['pending', 'pending', 'pending'],
    payments: ['authorized', 'authorized', 'authorized'],
  });
  expect(await stockOf(deal.listing)).toMatchObject({ quantity: 3, held: 3 });
  expect((await answerAs(deal, squad.id)).status).toBe(200);
  await later(deal, 11_000);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({
    requests: ['accepted', 'accepted', 'accepted'],
    payments: ['captured', 'captured', 'captured'],
  });
  // Each card is authorized for $30, but only the price of the ticket, $27.50, is charged.
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [2750, 2750, 2750] });
  expect((await lookAt(squad.token, squad.all[1]!)).squad).toMatchObject({
    state: 'in',
    authorized: 3,
    you: { card: 'used', total: 27.5, is_captain: false },
  });
});

test('if one of two sellers declines, nobody is charged and every authorization is voided', async () => {
  const deal = await squadDeal({ tickets: [2, 1] });
  const squad = await authorizedSquad(deal);
  expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'held' });
  await answerAs(deal, squad.id);
  await answerAs(deal, squad.id, { to: 'decline', at: 1 });
  await later(deal, 11_000);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['voided', 'voided', 'voided'] });
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  expect((await lookAt(squad.token, deal.captain)).squad).toMatchObject({ state: 'ended', why: 'seller' });
});

test('if a card is still missing after 30 minutes, every authorization is voided', async () => {
  const deal = await squadDeal();
  await launchForTest('push');
  const squad = await joinedSquad(deal);
  await payAs(deal, squad.id, squad.all[0]!);
  await later(deal, 29 * MINUTE_MS);
  expect(moneyOf(deal).open).toBe(1);
  await later(deal, 2 * MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toEqual({
    status: 'ended',
    because: 'time',
    cards: ['voided', 'failed', 'failed'],
    requests: [],
    payments: [],
  });
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  const told = await noticesAbout(`squad:${squad.id}:ended`);
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual(squad.all.map(({ user }) => user.id).toSorted());
});

test('if no tickets are left within the agreed price, every authorization is voided', async () => {
  const deal = await squadDeal({ tickets: [3] });
  const squad = await joinedSquad(deal);
  expect(await authorizedSquad(deal, { places: 2 }).catch(() => null)).toBeNull();
  expect((await plan(deal, {}, squad.all[1])).status).toBe(409);
  await changeListing(deal.listing.id, { ask_price_cents: 2900 });
  for (const friend of squad.all) await payAs(deal, squad.id, friend);
  expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'ended', because: 'no_stock' });
  await later(deal, MINUTE_MS);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
});

test('if a friend drops out, their authorization is voided and somebody else can take the place', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  const [, gone] = squad.all;
  await payAs(deal, squad.id, gone!);
  const late = await signedInAs('user');
  expect((await join(squad.token, late)).code).toBe('squads.full');
  const card = await cardOf(squad.id, gone!);
  expect(await free(squad.id, card.id, deal.captain)).toBe(409);
  expect(await free(squad.id, card.id, gone!)).toBe(200);
  expect(await free(squad.id, card.id, gone!)).toBe(200);
  expect(moneyOf(deal).open).toBe(0);
  expect((await join(squad.token, late)).squad).toMatchObject({ joined: 3, you: { card: 'awaiting' } });
  expect((await cardOf(squad.id, gone!)).status).toBe('voided');
});

test('the captain can remove a friend without an authorized card and lower the number of places', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal, { places: 4 });
  const { all, id } = squad;
  await payAs(deal, id, all[0]!);
  await payAs(deal, id, all[1]!);
  expect(await free(id, (await cardOf(id, all[2]!)).id, all[1]!)).toBe(409);
  expect(await free(id, (await cardOf(id, all[2]!)).id, deal.captain)).toBe(200);
  const lower = (places: number, as = deal.captain) => call(`/${id}`, as, { places }, 'PATCH');
  expect((await lower(2)).code).toBe('squads.places');
  expect((await lower(3, all[1])).code).toBe('squads.not_found');
  expect((await lower(3)).squad).toMatchObject({ places: 3, joined: 3 });
  await payAs(deal, id, all[3]!);
  expect(await factsOfSquad(id)).toMatchObject({ status: 'held', requests: ['pending', 'pending', 'pending'] });
});

test('only the captain can call off a squad, and only until its tickets are held', async () => {
  const deal = await squadDeal();
  const squad = await joinedSquad(deal);
  await payAs(deal, squad.id, squad.all[1]!);
  expect(await callOffAs(squad.id, squad.all[1]!)).toBe(404);
  expect(await callOffAs(squad.id, deal.captain)).toBe(200);
  expect(await callOffAs(squad.id, deal.captain)).toBe(200);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'ended', because: 'captain' });
  const again = await authorizedSquad(deal);
  expect(await callOffAs(again.id, deal.captain)).toBe(409);
});

test('if a friend cancels once tickets are held, all tickets are freed and no card of the squad is charged', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  const quitter = squad.all[1]!;
  const { id } = await cardOf(squad.id, quitter);
  expect((await post(`/api/ticket-requests/${id}/cancel`, quitter)).status).toBe(200);
  await later(deal, MINUTE_MS);
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  expect(await stockOf(deal.listing)).toMatchObject({ quantity: 6, held: 0 });
  const left = await db.select().from(squadCards).where(eq(squadCards.squad_id, squad.id));
  expect(left.filter(({ left_at }) => left_at !== null).map(({ user_id }) => user_id)).toEqual([quitter.user.id]);
});

test('if the night is cancelled or moved to another day, the squad ends and no card is charged', async () => {
  for (const change of [{ cancelled_at: new Date() }, { start_at: fromNow(9 * 86_400_000) }]) {
    const deal = await squadDeal();
    const squad = await joinedSquad(deal);
    await changeEvent(deal.event.id, change);
    for (const friend of squad.all) deal.fake.act.pay((await cardOf(squad.id, friend)).session_id!);
    await later(deal, 5 * MINUTE_MS);
    expect(await factsOfSquad(squad.id)).toMatchObject({ status: 'ended', because: 'event', requests: [] });
    expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
  }
});

test('a squad buys from as few sellers as possible', async () => {
  const deal = await squadDeal({ tickets: [1, 3, 1] });
  const squad = await authorizedSquad(deal, { most_total: 40 });
  const rows = await requestsOfGroup(squad.id);
  expect(new Set(rows.map(({ seller_id }) => seller_id))).toEqual(new Set([deal.sellers[1]!.seller.user.id]));
  const cheap = await plan(await squadDeal({ tickets: [2, 2] }), { most_total: 28 });
  expect([cheap.status, cheap.code]).toEqual([409, 'tickets.none_available']);
});

test('planning the same squad again returns the first squad, and a different plan for the same night is refused', async () => {
  const deal = await squadDeal();
  const first = await plan(deal);
  expect((await plan(deal)).squad.id).toBe(first.squad.id);
  expect((await plan(deal, { places: 4 })).code).toBe('squads.gathering');
  expect(await db.select().from(squadCards).where(eq(squadCards.squad_id, first.squad.id))).toHaveLength(1);
  expect((await join(tokenOf(first.squad), deal.captain)).squad.joined).toBe(1);
});

test('the seller gets one mail about a squad, and one answer accepts the requests of all friends', async () => {
  const deal = await squadDeal({ tickets: [3] });
  await launchForTest('my-tickets');
  const squad = await authorizedSquad(deal);
  await later(deal, 0);
  const requests = (await subjectsTo(deal.seller)).filter((subject) => subject.startsWith('Request for'));
  expect(requests).toEqual([expect.stringMatching(/^Request for 3 tickets/)]);
  await answerAs(deal, squad.id);
  const answers = await requestsOfGroup(squad.id);
  expect(answers.map(({ answer }) => answer)).toEqual(['accepted', 'accepted', 'accepted']);
  const { intent_id } = await cardOf(squad.id, deal.captain);
  expect(await db.$count(payments, eq(payments.intent_id, intent_id!))).toBe(1);
});
