import { setSwitch } from '../launch.ts';
import { bearer, newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { countTaps } from '../taps.ts';
import { type APIRequestContext, expect, test } from '../test.ts';
import { approve, newEvent, violations } from '../trade.ts';

const FEATURES = ['sell', 'my-tickets', 'payments', 'handover'] as const;
const CARD_PAGE = new RegExp(`^${TESTED_SERVER.provider}/c/pay/`);

let admin: Tokens;
const sellers: Tokens[] = [];

const turn = async (api: APIRequestContext, is_on: boolean) => {
  for (const feature of is_on ? FEATURES : FEATURES.toReversed()) await setSwitch(api, admin, { feature, is_on });
};

test.beforeAll(async ({ request: api }) => {
  admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const name of ['Patient seller', 'Quick seller']) {
    const seller = await newPerson(api, name);
    await approve(api, admin, seller);
    sellers.push(seller);
  }
  await turn(api, true);
});
test.afterAll(({ request: api }) => turn(api, false));

test('on a phone, the card page is three taps away for one ticket, and at most five taps away for three tickets', async ({
  browser,
  request: api,
}) => {
  const walk = async (name: string) => {
    const title = `${name} ${Date.now().toString(36)}`;
    const event = await newEvent(api, admin, title);
    for (const [seller, listed] of [
      [sellers[0], { quantity: 2, ask_price: 40 }],
      [sellers[1], { quantity: 1, ask_price: 42, is_instant: true }],
    ] as const) {
      const headers = { ...bearer(seller!), 'Idempotency-Key': crypto.randomUUID() };
      const data = { event_id: event.id, kind: 'transfer', ...listed };
      expect((await api.post('/api/listings', { headers, data })).status()).toBe(201);
    }
    const page = await pageOf(browser, await newPerson(api, name));
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(`/events?q=${encodeURIComponent(title)}`);
    const counter = countTaps();
    await counter.tap(page.getByRole('link', { name: title }).first());
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    return { page, ...counter };
  };

  const group = await walk('Tapping group');
  await group.tap(group.page.getByRole('button', { name: 'Hold 3 places' }));
  await group.tap(group.page.getByRole('button', { name: 'Continue to payment 1 of 2' }));
  await expect(group.page).toHaveURL(CARD_PAGE);
  expect(group.taps()).toBeLessThanOrEqual(5);

  const single = await walk('Tapping buyer');
  await single.tap(single.page.getByRole('link', { name: /^Buy from/ }));
  const sheet = single.page.getByRole('dialog', { name: 'Request to Buy' });
  const button = sheet.getByRole('button', { name: /^Reserve \$43\.70/ });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('radio', { name: /^Instant for \$\d/ })).toBeInViewport({ ratio: 1 });
  expect(await violations(single.page)).toEqual([]);
  await single.tap(button);
  await expect(single.page).toHaveURL(CARD_PAGE);
  expect(single.taps()).toBe(3);
});
