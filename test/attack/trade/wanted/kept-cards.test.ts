import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { offersOf } from '../../../support/worker/nights/waiting.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import {
  boughtBy,
  cardCall,
  giveCard,
  listThrough,
  look,
  runCron,
  search,
  type Search,
} from '../../../support/worker/trade/kept-card.ts';
import { block, changeRequest } from '../../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { launchKeptCards, searchWithCard } from '../../../support/worker/trade/deals/deals.ts';
import { send } from '../../../support/worker/trade/deals/calls.ts';

launchKeptCards();

const MINUTE = 60_000;

/**
 * Takes tickets for the person. Meanwhile, each call to the provider whose path matches `path` fails. With `hasEffect`,
 * such a call takes effect before it fails. Returns the id of the ticket request.
 */
async function takeWhileBroken(deal: Search, { path = /\/confirm$/, hasEffect = false } = {}) {
  await listThrough(deal);
  const { fetch } = deal.fake;
  deal.fake.fetch = async (address, init) => {
    const isBroken = path.test(new URL(address instanceof Request ? address.url : address).pathname);
    if (isBroken && !hasEffect) throw new TypeError('The connection was lost.');
    const answer = await fetch(address, init);
    if (isBroken) throw new TypeError('The connection was lost.');
    return answer;
  };
  await runCron();
  deal.fake.fetch = fetch;
  return (await boughtBy(deal))[0]!.request.id;
}

const settleNow = (id: string, now = new Date()) => settle(env, id, { now });
const intentsOf = ({ fake }: Search) => [...fake.state().intents.values()];
const statusesOf = (deal: Search) => intentsOf(deal).map(({ status }) => status);
const subjectsTo = async ({ person }: Search) => (await mailsTo(person.entry.email)).map(({ subject }) => subject);
const isLeftToBuyer = { payment: { status: 'awaiting', intent_id: null, session_id: expect.any(String) } };

test('a card pays for nothing if its owner removes it before the bank’s answer is known', async () => {
  const deal = await searchWithCard();
  const id = await takeWhileBroken(deal, { hasEffect: true });
  expect(statusesOf(deal)).toEqual(['requires_capture']);
  await cardCall(deal, deal.person, 'DELETE');
  await settleNow(id);
  expect(statusesOf(deal)).toEqual(['canceled']);
  expect(await boughtBy(deal)).toMatchObject([isLeftToBuyer]);
});

test('after a person removes a card and gives another one, only the new card is used', async () => {
  const deal = await searchWithCard();
  const id = await takeWhileBroken(deal);
  await cardCall(deal, deal.person, 'DELETE');
  await giveCard(deal);
  const [, second] = [...deal.fake.state().customers.keys()];
  await settleNow(id);
  const held = intentsOf(deal).filter(({ status }) => status === 'requires_capture');
  expect(held.map(({ customer }) => customer)).toEqual([second]);
  expect(await boughtBy(deal)).toMatchObject([{ payment: { status: 'authorized', intent_id: held[0]!.id } }]);
});

test('a card does not pay for two tickets after its owner has changed the search to one', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await look(deal.person, deal.event.id, { places: 1 });
  await runCron();
  expect(await boughtBy(deal)).toEqual([]);
  expect(await offersOf(deal.event.id)).toMatchObject([{ status: 'open', told_at: expect.any(Date) }]);
});

test('a card pays nothing if its owner changes the search to fewer or cheaper tickets before the bank is asked', async () => {
  for (const change of [{ places: 1 }, { most_each: 20 }]) {
    const deal = await searchWithCard();
    const id = await takeWhileBroken(deal);
    await look(deal.person, deal.event.id, change);
    await settleNow(id);
    expect(await boughtBy(deal)).toMatchObject([isLeftToBuyer]);
    expect((await cardCall(deal, deal.person)).json.state).toBe('on');
    expect(await mailsTo(deal.person.entry.email)).toMatchObject([{ text: expect.not.stringContaining('is off') }]);
  }
});

test('a card pays for nothing after its owner’s search has ended', async () => {
  const deal = await search();
  await look(deal.person, deal.event.id, { until: fromNow(5 * MINUTE).toISOString() });
  await giveCard(deal);
  const id = await takeWhileBroken(deal);
  await settleNow(id, fromNow(6 * MINUTE));
  expect(statusesOf(deal)).toEqual(['canceled']);
  expect(await boughtBy(deal)).toMatchObject([isLeftToBuyer]);
});

test('a card pays no seller whom its owner blocks before the bank is asked', async () => {
  const deal = await searchWithCard();
  const id = await takeWhileBroken(deal);
  await block(deal.person, deal.seller);
  await settleNow(id);
  expect(statusesOf(deal)).toEqual(['canceled']);
});

test('a card is not used if the night’s start changes before the bank is asked', async () => {
  const deal = await searchWithCard();
  const id = await takeWhileBroken(deal, { path: /payment_intents$/ });
  await changeEvent(deal.event.id, { start_at: new Date(deal.event.start_at.getTime() + 5 * MINUTE) });
  await settleNow(id);
  expect(statusesOf(deal)).toEqual([]);
  expect(await boughtBy(deal)).toMatchObject([isLeftToBuyer]);
});

test('a person is told of tickets taken for them, even if they removed their card before it was used', async () => {
  const deal = await searchWithCard({ event: { start_at: fromNow(180 * MINUTE) } });
  const id = await takeWhileBroken(deal, { path: /payment_intents$/ });
  await cardCall(deal, deal.person, 'DELETE');
  await settleNow(id);
  expect(await subjectsTo(deal)).toEqual([expect.stringMatching(/^Held for you: 2 tickets for /)]);
  const [bought] = await boughtBy(deal);
  expect(bought).toMatchObject(isLeftToBuyer);
  expect(bought!.request.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * MINUTE);
});

test('no card page is opened for a ticket request that is canceled before the card is used', async () => {
  const deal = await searchWithCard();
  const id = await takeWhileBroken(deal, { path: /payment_intents$/ });
  const cancel = await post(`/api/ticket-requests/${id}/cancel`, deal.person);
  expect(cancel.status).toBe(200);
  await settleNow(id);
  expect(await boughtBy(deal)).toMatchObject([{ payment: { status: 'failed', session_id: null, settle_at: null } }]);
  expect([...deal.fake.state().sessions.values()].map(({ view }) => view.mode)).toEqual(['setup']);
});

test('a person who takes an offer by hand pays on the card page, even while Vouch keeps their card', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await block(deal.person, deal.seller);
  await runCron();
  const [offer] = await offersOf(deal.event.id);
  const taken = await send(`/api/my/offers/${offer!.id}/take`, deal.person, { total: 55 });
  expect(taken).toMatchObject({ status: 201, json: { payment: { pay_url: expect.any(String) } } });
  expect([intentsOf(deal), await boughtBy(deal)]).toMatchObject([[], [isLeftToBuyer]]);
});

test('a new listing by a seller who declined a person’s ticket request does not use that person’s card', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await runCron();
  const { id } = (await boughtBy(deal))[0]!.request;
  await changeRequest(id, { status: 'declined', declined_at: new Date() });
  await settleNow(id);
  expect((await listThrough(deal)).refusal_until).not.toBeNull();
  await runCron();
  expect(await boughtBy(deal)).toHaveLength(1);
  expect(await subjectsTo(deal)).toContainEqual(expect.stringMatching(/^Yours until /));
});
