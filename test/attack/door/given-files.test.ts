import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { givenTickets, problems } from '../../../drizzle/tables/all-tables.ts';
import { ask } from '../../support/worker/admin.ts';
import { db } from '../../support/worker/db.ts';
import { handoverOf } from '../../support/worker/door.ts';
import { accept, back, give, look, takeBack } from '../../support/worker/given.ts';
import { launch } from '../../support/worker/launch.ts';
import { signedInAs } from '../../support/worker/people/auth.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { boughtDeal, openAs } from '../../support/worker/trade/file-deal.ts';
import { hashOf } from '../../support/worker/trade/list-files.ts';

beforeEach(() => launch('squads', true));

async function givenFile() {
  const { deal } = await boughtDeal({ shows_at_once: true }, { quantity: 2 });
  await launch('squads', true);
  const friend = await signedInAs('user');
  const link = await give(deal.id, deal.buyer);
  expect((await accept(link.token, friend)).status).toBe(200);
  const { body } = await ask(`/api/ticket-requests/${deal.id}/tickets`, friend);
  const [ticket] = body['tickets'] as { id: string }[];
  return { deal, friend, link, ticket: ticket! };
}

test('a friend who has opened the file, but no pass, keeps the ticket: the buyer cannot take it back', async () => {
  const { deal, friend, link, ticket } = await givenFile();
  expect((await openAs(friend.headers, ticket.id)).status).toBe(200);
  expect(await takeBack(link.id, deal.buyer)).toBe(409);
});

test('opening the file counts as opening the ticket, so the buyer learns that a friend has seen its code', async () => {
  const { deal, friend, ticket } = await givenFile();
  await openAs(friend.headers, ticket.id);
  const [given] = await db.select().from(givenTickets).where(eq(givenTickets.request_id, deal.id));
  expect([given!.opened_at, await back(deal.id, friend)]).toEqual([expect.any(Date), 200]);
});

test('a friend reads that the buyer has already opened the file of this ticket', async () => {
  const { deal, tickets } = await boughtDeal({ shows_at_once: true }, { quantity: 2 });
  const friend = await signedInAs('user');
  const link = await give(deal.id, deal.buyer);
  expect((await look(link.token, friend)).json).toMatchObject({ was_opened: false });
  for (const { id } of tickets) expect((await openAs(deal.buyer.headers, id)).status).toBe(200);
  expect((await look(link.token, friend)).json).toMatchObject({ was_opened: true });
});

test('a wrong code on a friend’s phone reports no problem in the buyer’s name', async () => {
  const { deal, friend, ticket } = await givenFile();
  await openAs(friend.headers, ticket.id);
  const body = { code_hash: await hashOf('anything else') };
  await post(`/api/tickets/${ticket.id}/check`, { headers: friend.headers, body });
  const opened = await db.select().from(problems).where(eq(problems.request_id, deal.id));
  expect([opened.length, (await handoverOf(deal.id)).status]).toEqual([0, 'delivered']);
});
