import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { venues } from '../../../../drizzle/tables/all-tables.ts';
import { CHANGE_MAIL } from '../../../../worker/contract/nights/events/change-mail.ts';
import { refusalEnd } from '../../../../worker/contract/trade/offers/offer-window.ts';
import { venueRow } from '../../../../drizzle/seed/rows.ts';
import { settle } from '../../../../worker/features/trade/payments/settle.ts';
import { db } from '../../../support/worker/db.ts';
import { launch } from '../../../support/worker/launch.ts';
import { offersOf } from '../../../support/worker/nights/waiting.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { post } from '../../../support/worker/trade/ask-for-tickets.ts';
import {
  boughtBy,
  cardCall,
  cardsOf,
  customersOf,
  giveCard,
  listThrough,
  look,
  runCron,
  search,
  sessionOf,
} from '../../../support/worker/trade/kept-card.ts';
import { block, changeListings } from '../../../support/worker/trade/deals/rows.ts';
import { changeEvent } from '../../../support/worker/nights/event-row.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { launchKeptCards, searchWithCard } from '../../../support/worker/trade/deals/deals.ts';
import { stop } from '../../../support/worker/trade/deals/wanted.ts';

launchKeptCards();

const HOUR = 3_600_000;

test('a person who gave a card in advance gets tickets within their price automatically, and pays what the tickets cost', async () => {
  const deal = await search();
  expect((await cardCall(deal, deal.person)).json).toEqual({ state: 'off', is_possible: true });
  await giveCard(deal);
  expect((await cardCall(deal, deal.person)).json).toEqual({ state: 'on', is_possible: true });
  await listThrough(deal);
  await runCron();
  const [bought] = await boughtBy(deal);
  expect(bought).toMatchObject({
    request: { status: 'pending', quantity: 2 },
    payment: { status: 'authorized', tickets_cents: 5000, buyer_fee_cents: 500, session_id: null },
  });
  expect(deal.fake.state().intents.get(bought!.payment.intent_id!)).toMatchObject({
    amount: 5500,
    status: 'requires_capture',
  });
  const subjects = (await mailsTo(deal.person.entry.email)).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/^Taken for you: 2 tickets for /)]);
  const { id } = bought!.request;
  expect((await post(`/api/ticket-requests/${id}/accept`, deal.seller)).status).toBe(200);
  await settle(env, id, { now: fromNow(HOUR) });
  expect((await boughtBy(deal))[0]!.payment.status).toBe('captured');
  await runCron();
  expect([await cardsOf(deal), customersOf(deal)]).toEqual([[], []]);
});

test('if the bank refuses a kept card, the card is dropped, and its owner gets time to pay with another card', async () => {
  const deal = await searchWithCard({ event: { start_at: fromNow(3 * HOUR) } }, 'refused_later');
  await listThrough(deal);
  const end = () => refusalEnd({ now: new Date(), start_at: deal.event.start_at, end_at: null })!.getTime();
  const before = end();
  await runCron();
  const { request, payment } = (await boughtBy(deal))[0]!;
  expect(payment).toMatchObject({ status: 'awaiting', intent_id: null, session_id: expect.any(String) });
  expect(request.expires_at.getTime()).toBeGreaterThanOrEqual(before);
  expect(request.expires_at.getTime()).toBeLessThanOrEqual(end());
  expect((await cardCall(deal, deal.person)).json.state).toBe('off');
  const [mail] = await mailsTo(deal.person.entry.email);
  expect(mail!.subject).toMatch(/^Your bank refused the card: 2 tickets for /);
  expect(mail!.link).toBe(`${env.SITE_URL}/pay/${request.id}`);
  expect([...deal.fake.state().intents.values()].map(({ status }) => status)).toEqual(['canceled']);
  deal.fake.act.pay(payment.session_id!);
  await deal.fake.pump();
  expect((await boughtBy(deal))[0]!.payment.status).toBe('authorized');
});

test('tickets above a person’s price limit are not taken, even if the person lowered the limit after the offer', async () => {
  const deal = await searchWithCard();
  expect((await listThrough(deal, { ask_price: 28 })).refusal_until).toBeNull();
  await listThrough(deal, { ask_price: 27 });
  await look(deal.person, deal.event.id, { most_each: 20 });
  await runCron();
  expect(await boughtBy(deal)).toEqual([]);
  expect((await offersOf(deal.event.id)).map(({ status }) => status)).toEqual(['open']);
  expect(await mailsTo(deal.person.entry.email)).toHaveLength(1);
});

test('a kept card buys nothing from a blocked seller, and no tickets for a night that moved to another time or venue', async () => {
  const blocked = await searchWithCard();
  const moved = await searchWithCard({ fake: blocked.fake });
  const elsewhere = await searchWithCard({ fake: blocked.fake });
  for (const deal of [blocked, moved, elsewhere]) await listThrough(deal);
  await block(blocked.person, blocked.seller);
  const start_at = new Date(moved.event.start_at.getTime() + HOUR);
  await changeEvent(moved.event.id, { start_at });
  const far = venueRow({ city: 'Philadelphia', state: 'PA' });
  await db.insert(venues).values(far);
  await changeEvent(elsewhere.event.id, { venue_id: far.id });
  await runCron();
  await runCron(fromNow(CHANGE_MAIL.longest_ms));
  expect([await boughtBy(blocked), await boughtBy(moved), await boughtBy(elsewhere)]).toEqual([[], [], []]);
  expect((await cardCall(moved, moved.person)).json).toEqual({ state: 'off', is_possible: true });
});

test('a card that its owner removes pays for nothing, and the provider deletes it', async () => {
  const deal = await searchWithCard();
  expect(customersOf(deal)).toHaveLength(1);
  expect((await cardCall(deal, deal.person, 'DELETE')).json).toEqual({ state: 'off' });
  await runCron();
  expect([customersOf(deal), await cardsOf(deal)]).toEqual([[], []]);
  await listThrough(deal);
  await runCron();
  expect(await boughtBy(deal)).toEqual([]);
});

test('when a search ends, its kept card is deleted, and its open card page expires', async () => {
  const kept = await searchWithCard();
  const asked = await search({ fake: kept.fake });
  const page = (await cardCall(asked, asked.person, 'PUT')).json.page_url;
  for (const deal of [kept, asked]) await stop(deal.person, deal.event.id);
  await runCron();
  expect([await cardsOf(kept), await cardsOf(asked), customersOf(kept)]).toEqual([[], [], []]);
  expect(asked.fake.state().sessions.get(sessionOf(page))!.view.status).toBe('expired');
  expect(await cardCall(kept, kept.person, 'PUT')).toMatchObject({ status: 409, code: 'wanted.ended' });
});

test('asking again for the card page returns the same page, or a new page once the first one has expired', async () => {
  const deal = await search();
  const first = await cardCall(deal, deal.person, 'PUT');
  expect(first).toMatchObject({ status: 200, json: { state: 'asked' } });
  expect((await cardCall(deal, deal.person, 'PUT')).json).toEqual(first.json);
  expect((await cardCall(deal, deal.person)).json.state).toBe('asked');
  const session = deal.fake.state().sessions.get(sessionOf(first.json.page_url))!;
  session.view.status = 'expired';
  const second = await cardCall(deal, deal.person, 'PUT');
  expect(sessionOf(second.json.page_url)).not.toBe(sessionOf(first.json.page_url));
});

test('if an answer of the provider is lost, nobody is charged twice and no extra authorization remains', async () => {
  for (const lost of [1, 2, 3, 4, 5]) {
    const deal = await searchWithCard();
    await listThrough(deal);
    let calls = 0;
    const { fetch } = deal.fake;
    deal.fake.fetch = async (...call) => {
      const answer = await fetch(...call);
      if (++calls === lost) throw new TypeError('The connection was lost.');
      return answer;
    };
    await runCron();
    const { request } = (await boughtBy(deal))[0]!;
    await settle(env, request.id, { now: new Date() });
    expect(calls).toBeGreaterThanOrEqual(lost);
    const held = [...deal.fake.state().intents.values()].filter(({ status }) => status === 'requires_capture');
    expect(held.map(({ id }) => id)).toEqual([(await boughtBy(deal))[0]!.payment.intent_id]);
  }
});

test('parallel runs of the cron job take an offer only once', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await Promise.all([runCron(), runCron(), runCron()]);
  const bought = await boughtBy(deal);
  await settle(env, bought[0]!.request.id, { now: new Date() });
  expect(await boughtBy(deal)).toMatchObject([{ payment: { status: 'authorized' } }]);
  expect([...deal.fake.state().intents.values()].map(({ status }) => status)).toEqual(['requires_capture']);
});

test('if a listing is “sold at once”, one run of the cron job takes the tickets and charges the kept card', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await changeListings(deal.event.id, { is_instant: true });
  await runCron();
  expect((await boughtBy(deal))[0]!.payment.status).toBe('captured');
});

test('a person can neither see nor remove the card of somebody else', async () => {
  const deal = await searchWithCard();
  const other = await search({ fake: deal.fake });
  expect((await cardCall(deal, other.person)).json).toEqual({ state: 'off', is_possible: false });
  await cardCall(deal, other.person, 'DELETE');
  expect((await cardCall(deal, deal.person)).json.state).toBe('on');
  expect(await cardCall(deal, other.person, 'PUT')).toMatchObject({ status: 409, code: 'wanted.ended' });
});

test('a kept card stays stored while the launch switch `squads` is off, and pays once the switch is on again', async () => {
  const deal = await searchWithCard();
  await launch('squads', false);
  await runCron();
  expect(customersOf(deal)).toHaveLength(1);
  await launch('squads', true);
  expect((await cardCall(deal, deal.person)).json).toEqual({ state: 'on', is_possible: true });
  await listThrough(deal);
  await runCron();
  expect(await boughtBy(deal)).toHaveLength(1);
});

test('a person can remove a card even after 30 earlier requests to remove one', async () => {
  const deal = await search();
  for (let tries = 0; tries < 30; tries++) await cardCall(deal, deal.person, 'DELETE');
  await giveCard(deal);
  expect(await cardCall(deal, deal.person, 'DELETE')).toMatchObject({ status: 200, json: { state: 'off' } });
});
