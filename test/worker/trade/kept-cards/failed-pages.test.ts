import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../../../support/worker/launch.ts';
import { cardCall, cardsOf, KEPT_CARD_SWITCHES, runCron, search } from '../../../support/worker/trade/kept-card.ts';

beforeAll(async () => void (await Promise.all(KEPT_CARD_SWITCHES.map((name) => launch(name, true)))));
afterAll(async () => void (await Promise.all(KEPT_CARD_SWITCHES.map((name) => launch(name, false)))));

test('a person whose card page the provider failed to open gets a new one at the next try', async () => {
  const deal = await search();
  // The provider repeats this answer for a day whenever the same page is asked for.
  deal.fake.faults.storedError = 1;
  expect(await cardCall(deal, deal.person, 'PUT')).toMatchObject({ status: 503, code: 'wanted.no_card_page' });
  deal.fake.faults.storedError = 0;
  const again = await cardCall(deal, deal.person, 'PUT');
  expect(again).toMatchObject({ status: 200, json: { state: 'asked', page_url: expect.any(String) } });
  expect(await cardsOf(deal)).toMatchObject([{ status: 'asked', session_url: again.json.page_url }]);
});

test('a card page that the provider failed to open does not wait for the end of the search', async () => {
  const deal = await search();
  deal.fake.faults.storedError = 1;
  await cardCall(deal, deal.person, 'PUT');
  expect(await cardsOf(deal)).toMatchObject([{ status: 'asked', session_id: null }]);
  deal.fake.faults.storedError = 0;
  await runCron();
  expect(await cardsOf(deal)).toEqual([]);
});
