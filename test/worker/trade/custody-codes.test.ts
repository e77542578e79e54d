import { env } from 'cloudflare:workers';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { problems } from '../../../drizzle/tables/all-tables.ts';
import { ticketCodeHmac } from '../../../worker/http/shared/ticket-codes.ts';
import { post } from '../../support/worker/trade/ask-for-tickets.ts';
import { db } from '../../support/worker/db.ts';
import { boughtDeal, openAs } from '../../support/worker/trade/file-deal.ts';
import { launch } from '../../support/worker/launch.ts';
import { hashOf } from '../../support/worker/trade/list-files.ts';
import { factsOf, step } from '../../support/worker/trade/paid-deal.ts';
import { payoutOf, ticketOf } from '../../support/worker/trade/deals/rows.ts';
import { problemOf } from '../../support/worker/trade/kept-tickets.ts';

const check = async (headers: HeadersInit, id: string, code: string | null) =>
  post(`/api/tickets/${id}/check`, { headers, body: { code_hash: code === null ? null : await hashOf(code) } });

/** Returns the sold ticket's code. The deal's two tickets were listed at the same moment, so either can be sold. */
async function codeOn({ event_id, code_hmac }: { event_id: string; code_hmac: string }): Promise<string> {
  const isFirst = (await ticketCodeHmac(env, { event_id, code_hash: await hashOf('code 1') })) === code_hmac;
  return isFirst ? 'code 1' : 'code 2';
}

test('if the phone reads the right code in an opened file, the match is recorded', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await openAs(deal.buyer.headers, ticket.id);
  expect((await check(deal.buyer.headers, ticket.id, null)).json).toEqual({ matches: null });
  const right = await codeOn(ticket);
  expect((await check(deal.buyer.headers, ticket.id, right)).json).toEqual({ matches: true });
  const { matched_at } = await ticketOf(ticket.id);
  expect(matched_at).not.toBeNull();
  // After the right code was read, a wrong one changes nothing.
  expect((await check(deal.buyer.headers, ticket.id, 'another code')).json).toEqual({ matches: false });
  expect((await check(deal.buyer.headers, ticket.id, right)).json).toEqual({ matches: true });
  expect(await ticketOf(ticket.id)).toMatchObject({ matched_at });
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'delivered' });
});

test('a wrong code that the phone reads in an opened file opens one problem and freezes the payout', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await openAs(deal.buyer.headers, ticket.id);
  const answers = await Promise.all([1, 2, 3].map(() => check(deal.buyer.headers, ticket.id, 'a forged code')));
  expect(answers.map(({ status, json }) => [status, json])).toEqual(answers.map(() => [200, { matches: false }]));
  const [problem, ...more] = await db.select().from(problems).where(eq(problems.request_id, deal.id));
  expect([problem, more]).toMatchObject([{ kind: 'wrong_code', status: 'open' }, []]);
  expect(problem!.decide_by.getTime()).toBeGreaterThan(Date.now());
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'problem' });
  expect(await payoutOf(deal.id)).toMatchObject({ status: 'frozen' });
  expect((await ticketOf(ticket.id)).matched_at).toBeNull();
  // The buyer can still show the ticket at the door.
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(200);
});

test('the code of a ticket is compared only after the buyer has opened the ticket', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  expect((await check(deal.buyer.headers, ticket.id, 'a forged code')).json.error.code).toBe('tickets.not_shown');
  await openAs(deal.buyer.headers, ticket.id);
  const body = { code_hash: 'code 1' };
  expect((await post(`/api/tickets/${ticket.id}/check`, { headers: deal.buyer.headers, body })).status).toBe(422);
  expect(await problemOf(deal)).toBeNull();
});

test('a wrong code that the phone reads after the tickets were received changes nothing', async () => {
  const { deal, ticket } = await boughtDeal({ shows_at_once: true });
  await openAs(deal.buyer.headers, ticket.id);
  await step(deal, 'buyer', 'received');
  expect((await check(deal.buyer.headers, ticket.id, 'a forged code')).json).toEqual({ matches: false });
  expect((await factsOf(deal)).handover).toMatchObject({ status: 'received' });
  await launch('handover', false);
  expect((await openAs(deal.buyer.headers, ticket.id)).status).toBe(200);
});
