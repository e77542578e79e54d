import { expect, test } from 'vitest';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import { callCounted } from '../../../support/worker/call.ts';
import { signedInAs } from '../../../support/worker/people/auth.ts';
import { later, MINUTE_MS } from '../../../support/worker/trade/paid-deal.ts';
import {
  answerAs,
  callOffAs,
  cardOf,
  free,
  type Friend,
  joinedSquad,
  payAs,
  plan,
  squadDeal,
} from '../../../support/worker/trade/squads.ts';

async function squadAt(event: { id: string }, { headers }: Pick<Friend, 'headers'>) {
  const { answer, cost } = await callCounted(`/api/my/events/${event.id}`, { headers });
  expect([answer.status, cost.round_trips]).toEqual([200, 2]);
  return (await answer.json<{ squad: object | null }>()).squad;
}

test('`/api/my/events/:id` returns the person’s squad for the event, with its number of authorized cards', async () => {
  const deal = await squadDeal();
  const { id, all } = await joinedSquad(deal);
  const [captain, friend] = all as [Friend, Friend];
  for (const person of all) expect(await squadAt(deal.event, person)).toEqual({ id, places: 3, authorized: 0 });
  await payAs(deal, id, captain);
  expect(await squadAt(deal.event, friend)).toEqual({ id, places: 3, authorized: 1 });
  const other = await eventWithTickets([{ quantity: 1 }]);
  expect(await squadAt(other.event, friend)).toBe(null);
  expect(await squadAt(deal.event, await signedInAs('user'))).toBe(null);
  for (const person of all.slice(1)) await payAs(deal, id, person);
  for (const person of all) expect(await squadAt(deal.event, person)).toEqual({ id, places: 3, authorized: 3 });
  await answerAs(deal, id);
  await later(deal, 11_000);
  await later(deal, MINUTE_MS);
  for (const person of all) expect(await squadAt(deal.event, person)).toBe(null);
});

test('a friend who lost their place no longer sees the squad, and nobody sees it once it has ended', async () => {
  const deal = await squadDeal();
  const { id, all } = await joinedSquad(deal);
  const [captain, lost, friend] = all as [Friend, Friend, Friend];
  expect(await free(id, (await cardOf(id, lost)).id, captain)).toBe(200);
  expect(await squadAt(deal.event, lost)).toBe(null);
  expect(await squadAt(deal.event, friend)).toMatchObject({ id });
  expect(await callOffAs(id, captain)).toBe(200);
  for (const person of all) expect(await squadAt(deal.event, person)).toBe(null);
  const again = await plan(deal, { places: 2 });
  expect(await squadAt(deal.event, captain)).toEqual({ id: again.squad.id, places: 2, authorized: 0 });
});
