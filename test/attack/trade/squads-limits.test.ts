import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { squadCards, ticketRequests } from '../../../drizzle/tables/all-tables.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { askAs, later, MINUTE_MS } from '../../support/worker/trade/paid-deal.ts';
import { stockOf } from '../../support/worker/trade/event-with-tickets.ts';
import {
  answerAs,
  authorizedSquad,
  cardOf,
  factsOfSquad,
  join,
  moneyOf,
  payAs,
  plan,
  squadDeal,
  tokenOf,
} from '../../support/worker/trade/squads.ts';
import { block, changeListing, requestsOfGroup } from '../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../support/worker/moments.ts';

test('a buyer who has twice held tickets without paying can neither plan nor join a squad', async () => {
  const deal = await squadDeal();
  for (let time = 0; time < 2; time += 1) {
    expect((await askAs(deal)).status).toBe(201);
    const expires_at = fromNow(15 * MINUTE_MS);
    await db.update(ticketRequests).set({ expires_at }).where(eq(ticketRequests.status, 'pending'));
    await later(deal, 16 * MINUTE_MS);
    deal.clock.ahead = 0;
  }
  expect((await askAs(deal)).json).toMatchObject({ error: { code: 'tickets.holds_paused' } });
  const { squad } = await plan(deal, {}, await signedInAs('user'));
  expect((await join(tokenOf(squad), deal.captain)).code).toBe('tickets.holds_paused');
  await db.update(squadCards).set({ left_at: new Date() }).where(eq(squadCards.user_id, deal.captain.user.id));
  expect((await plan(deal)).code).toBe('tickets.holds_paused');
});

test('a captain who repeatedly gives up tickets held for a squad cannot plan another squad', async () => {
  const deal = await squadDeal();
  let held = 0;
  let planned = await plan(deal, { places: 2 });
  while (planned.status === 201 && held < 8) {
    const friend = await signedInAs('user');
    await join(tokenOf(planned.squad), friend);
    await payAs(deal, planned.squad.id, deal.captain);
    await payAs(deal, planned.squad.id, friend);
    const { id } = await cardOf(planned.squad.id, deal.captain);
    expect(await stockOf(deal.listing)).toMatchObject({ held: 2 });
    held += 1;
    await post(`/api/ticket-requests/${id}/cancel`, deal.captain);
    planned = await plan(deal, { places: 2 });
  }
  expect([held, planned.code]).toEqual([6, 'tickets.holds_paused']);
});

test('somebody whom the captain has blocked cannot join the squad, even after the captain’s card has failed', async () => {
  const deal = await squadDeal();
  const { squad } = await plan(deal);
  await db.update(squadCards).set({ status: 'failed' }).where(eq(squadCards.squad_id, squad.id));
  const blocked = await signedInAs('user');
  await block(deal.captain, blocked);
  expect((await join(tokenOf(squad), blocked)).code).toBe('squads.apart');
});

test('if five people try to join a squad with two free places at the same time, two of them join', async () => {
  const deal = await squadDeal();
  const { squad } = await plan(deal, { places: 3 });
  const people = await Promise.all(Array.from({ length: 5 }, () => signedInAs('user')));
  const answers = await Promise.all(people.map((person) => join(tokenOf(squad), person)));
  expect(answers.map(({ code }) => code ?? 'in').toSorted()).toEqual(['in', 'in', ...Array(3).fill('squads.full')]);
  expect(await db.$count(squadCards, eq(squadCards.squad_id, squad.id))).toBe(3);
});

test('if a friend cancels and the seller then undoes the acceptance, every payment of the squad is voided', async () => {
  const deal = await squadDeal();
  const squad = await authorizedSquad(deal);
  await answerAs(deal, squad.id);
  const quitter = squad.all[1]!;
  const { id } = await cardOf(squad.id, quitter);
  expect((await post(`/api/ticket-requests/${id}/cancel`, quitter)).status).toBe(200);
  const { id: other } = await cardOf(squad.id, deal.captain);
  await post(`/api/ticket-requests/${other}/undo`, deal.seller);
  await later(deal, MINUTE_MS);
  await later(deal, MINUTE_MS);
  expect(await factsOfSquad(squad.id)).toMatchObject({ payments: ['voided', 'voided', 'voided'] });
  expect(moneyOf(deal)).toEqual({ open: 0, charged: [] });
});

test('a friend whose ticket is “Sold at once” can still cancel while another seller has not answered', async () => {
  const deal = await squadDeal({ tickets: [2, 1] });
  await changeListing(deal.listing.id, { is_instant: true });
  const squad = await authorizedSquad(deal);
  const rows = await requestsOfGroup(squad.id);
  const { id, buyer_id } = rows.find(({ answer }) => answer === 'accepted')!;
  const friend = squad.all.find(({ user }) => user.id === buyer_id)!;
  expect((await post(`/api/ticket-requests/${id}/cancel`, friend)).status).toBe(200);
});
