import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentRow, promisedOf } from '../../../../drizzle/seed/payment-rows.ts';
import { keptCards, payments, ticketRequests } from '../../../../drizzle/tables/all-tables.ts';
import { accounts } from '../../../../worker/features/people/accounts/accounts.ts';
import { requestTickets } from '../../../../worker/features/trade/requests/request-tickets.db.ts';
import { runWrites } from '../../../../worker/http/database/batch.ts';
import { db } from '../../../support/worker/db.ts';
import { offersOf } from '../../../support/worker/nights/waiting.ts';
import { mailsTo } from '../../../support/worker/talk/mailbox.ts';
import { newKey } from '../../../support/worker/trade/ask-for-tickets.ts';
import { eventWithTickets } from '../../../support/worker/trade/event-with-tickets.ts';
import {
  boughtBy,
  cardCall,
  cardsOf,
  customersOf,
  listThrough,
  runCron,
  search,
  sessionOf,
} from '../../../support/worker/trade/kept-card.ts';
import { addRequest, ban } from '../../../support/worker/trade/deals/rows.ts';
import { fromNow } from '../../../support/worker/moments.ts';
import { launchKeptCards, searchWithCard } from '../../../support/worker/trade/deals/deals.ts';
import { stop } from '../../../support/worker/trade/deals/wanted.ts';

launchKeptCards();

const MINUTE = 60_000;

test('tickets that cost too little for a card payment are not bought with a kept card but offered to its owner', async () => {
  const deal = await searchWithCard({ event: { ticket_price_cents: 0 } });
  expect((await listThrough(deal, { ask_price: 0 })).refusal_until).not.toBeNull();
  await runCron();
  expect(await db.select().from(ticketRequests).where(eq(ticketRequests.buyer_id, deal.person.user.id))).toEqual([]);
  expect(await mailsTo(deal.person.entry.email)).toMatchObject([{ subject: expect.stringMatching(/^Yours until /) }]);
});

test('a person who has cancelled seven requests authorized by a kept card cannot request tickets for a while', async () => {
  const { person } = await search();
  for (let time = 0; time < 7; time += 1) {
    const { event, listed } = await eventWithTickets([{ quantity: 6 }]);
    const created_at = fromNow(-60 * MINUTE);
    const { id } = await addRequest(listed[0]!, { buyer_id: person.user.id, status: 'cancelled', created_at });
    const paid = { status: 'voided', session_id: null, session_url: null, authorized_at: created_at } as const;
    await db.insert(payments).values(paymentRow({ request_id: id, ...promisedOf(event), ...paid }));
  }
  const { event } = await eventWithTickets([{ quantity: 6 }]);
  const input = { buyer_id: person.user.id, event_id: event.id, quantity: 1, key: newKey() };
  expect((await requestTickets(db, { input, now: new Date() })).granted).toMatchObject({
    code: 'tickets.holds_paused',
  });
});

test('half an hour after the provider failed to open a card page, a person can ask for a new card page', async () => {
  const deal = await search();
  deal.fake.faults.serverError = 1;
  expect(await cardCall(deal, deal.person, 'PUT')).toMatchObject({ status: 503, code: 'wanted.no_card_page' });
  deal.fake.faults.serverError = 0;
  const created_at = fromNow(-31 * MINUTE);
  await db.update(keptCards).set({ created_at }).where(eq(keptCards.user_id, deal.person.user.id));
  expect(await cardCall(deal, deal.person, 'PUT')).toMatchObject({ status: 200, json: { state: 'asked' } });
});

test('a second try opens a card page, even if the provider stored the failure of the first try', async () => {
  const deal = await search();
  deal.fake.faults.storedError = 1;
  expect((await cardCall(deal, deal.person, 'PUT')).status).toBe(503);
  deal.fake.faults.storedError = 0;
  expect(await cardCall(deal, deal.person, 'PUT')).toMatchObject({ status: 200, json: { state: 'asked' } });
});

test('an offer made during a cron run is paid by the kept card in the next run, before any mail announces the offer', async () => {
  const first = await searchWithCard();
  const second = await searchWithCard({ fake: first.fake });
  await listThrough(first);
  const { fetch } = first.fake;
  first.fake.fetch = async (...call) => {
    first.fake.fetch = fetch;
    await listThrough(second);
    return fetch(...call);
  };
  await runCron();
  expect(await offersOf(second.event.id)).toMatchObject([{ status: 'open', told_at: null }]);
  await runCron();
  expect(await boughtBy(second)).toMatchObject([{ payment: { status: 'authorized' } }]);
  const [mail, ...others] = await mailsTo(second.person.entry.email);
  expect([mail!.subject, others]).toEqual([expect.stringMatching(/^Taken for you: /), []]);
});

test('removing an account deletes its kept card, also at the provider, and ends its open card page', async () => {
  const kept = await searchWithCard();
  const asked = await search({ fake: kept.fake });
  const page = sessionOf((await cardCall(asked, asked.person, 'PUT')).json.page_url);
  for (const { person } of [kept, asked])
    await runWrites(db, [accounts.removeAccount(db, { id: person.user.id, now: new Date() })]);
  await runCron();
  expect([await cardsOf(kept), await cardsOf(asked), customersOf(kept)]).toEqual([[], [], []]);
  expect(kept.fake.state().sessions.get(page)!.view.status).toBe('expired');
});

test('a card that a person enters after the end of their search is deleted', async () => {
  const deal = await search();
  const page = sessionOf((await cardCall(deal, deal.person, 'PUT')).json.page_url);
  await stop(deal.person, deal.event.id);
  deal.fake.act.keepCard(page);
  await deal.fake.pump();
  await runCron();
  expect([await cardsOf(deal), customersOf(deal)]).toEqual([[], []]);
});

test('a ban deletes a person’s kept card, so the card does not pay for an offer made before the ban', async () => {
  const deal = await searchWithCard();
  await listThrough(deal);
  await ban(deal.person.user.id);
  await runCron();
  expect([await boughtBy(deal), await cardsOf(deal), customersOf(deal)]).toEqual([[], [], []]);
});
