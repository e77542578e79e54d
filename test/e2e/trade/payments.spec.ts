import { endTimeOf } from '../../support/change-local-rows.ts';
import { localRows } from '../../support/local-rows.ts';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { setSwitch } from '../launch.ts';
import { bearer, newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { approve, newEvent, violations } from '../trade.ts';
import { ask, stored } from './paid-requests.ts';

// These tests set the launch switches, so they run one after another.
test.describe.configure({ mode: 'default' });

const FEATURES = ['sell', 'my-tickets', 'payments'] as const;
const CARD_PAGE = new RegExp(`^${TESTED_SERVER.provider}/c/pay/`);

let admin: Tokens;
let seller: Tokens;

const turn = async (api: APIRequestContext, is_on: boolean) => {
  for (const feature of FEATURES) await setSwitch(api, admin, { feature, is_on });
};

test.beforeAll(async ({ request: api }) => {
  admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  seller = await newPerson(api, 'Paid seller');
  await approve(api, admin, seller);
  await turn(api, true);
});
test.afterAll(({ request: api }) => turn(api, false));

/** Puts two tickets on sale at $40 each. With the fees, one ticket costs the buyer $43.70. */
async function newSale(api: APIRequestContext, title: string) {
  const event = await newEvent(api, admin, title);
  const headers = { ...bearer(seller), 'Idempotency-Key': crypto.randomUUID() };
  const listed = await api.post('/api/listings', {
    headers,
    data: { event_id: event.id, quantity: 2, ask_price: 40 },
  });
  expect(listed.status()).toBe(201);
  return event;
}

const payOnCardPage = async (page: Page) => {
  await expect(page).toHaveURL(CARD_PAGE);
  await page.getByRole('button', { name: 'Pay $43.70' }).click();
  await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}/);
};
const openSheet = async (page: Page, slug: string) => {
  await page.goto(`/events/${slug}`);
  // Once the chat is live, the page is hydrated.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.getByRole('region', { name: 'Buy Tickets' }).getByRole('button', { name: 'Request to Buy' }).click();
  return page.getByRole('dialog', { name: 'Request to Buy' });
};
const stub = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const shoot = async (page: Page, name: string) => {
  if (!process.env['SHOTS']) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `.artifacts/shots/${name}-${colorScheme}.png` });
  }
};

test('a student pays, the seller accepts, and the money is held until the buyer has the tickets', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const title = `Paid Basement ${Date.now().toString(36)}`;
  const event = await newSale(api, title);
  const buyer = await newPerson(api, 'Paid buyer');
  const [buying, selling] = [await pageOf(browser, buyer), await pageOf(browser, seller)];

  const sheet = await openSheet(buying, event.slug);
  await expect(sheet).toContainText('Total $43.70');
  await expect(sheet).toContainText('You’re not charged until the seller accepts.');
  expect(await violations(buying)).toEqual([]);
  await shoot(buying, 'sheet');
  await sheet.getByRole('button', { name: 'Reserve $43.70: charged only if the seller says yes' }).click();
  await expect(buying).toHaveURL(CARD_PAGE);

  await buying.goBack();
  await expect(buying.getByRole('timer').first()).toContainText(/You have 1[45]:\d\d left to pay\./);
  await buying.reload();
  const own = buying.getByRole('region', { name: 'You and this night' });
  await expect(own).toContainText('Not paid yet');
  await shoot(buying, 'event-unpaid');
  const again = await openSheet(buying, event.slug);
  await expect(again).toContainText('1 ticket is held for you');
  await shoot(buying, 'sheet-continue');

  const second = await buying.context().newPage();
  await second.goto('/my-tickets');
  await expect(stub(second, title)).toContainText('Not paid yet');
  await shoot(second, 'my-unpaid');
  await stub(second, title)
    .getByRole('button', { name: /^Pay now/ })
    .click();
  await expect(second).toHaveURL(CARD_PAGE);
  await second.getByRole('button', { name: 'Card declined' }).click();
  await expect(second.getByText('Your card was declined.')).toBeVisible();
  await payOnCardPage(second);
  await expect(
    second.getByText(/Card authorized: \$43\.70 is reserved, not charged\. The seller has until/),
  ).toBeVisible();
  const id = new URL(second.url()).pathname.split('/').at(-1)!;
  expect(await stored(id)).toEqual({ status: 'authorized', request: 'pending', quantity: 1, held: 1 });
  expect(await localRows('select count(*) as requests from ticket_requests where event_id = ?', event.id)).toEqual([
    { requests: 1 },
  ]);
  await second.reload();
  await expect(second.getByText(/Card authorized/)).toBeVisible();
  expect(await violations(second)).toEqual([]);
  await shoot(second, 'pay-authorized');
  await second.goBack();
  await second.goForward();
  await expect(second.getByText(/Card authorized/)).toBeVisible();

  await selling.goto('/my-tickets');
  await expect(stub(selling, title)).toContainText('The buyer’s card is authorized. You have until');
  await shoot(selling, 'seller-authorized');
  await stub(selling, title)
    .getByRole('button', { name: /^Accept/ })
    .click();
  const sure = selling.getByRole('dialog', { name: 'Accept this request?' });
  await expect(sure).toContainText('The buyer’s card is authorized. We charge it when you accept. You receive $40.00');
  await shoot(selling, 'seller-accept');
  await sure.getByRole('button', { name: 'Accept' }).click();
  await expect(stub(selling, title)).toContainText('Send the tickets', { timeout: 60_000 });
  await expect(stub(selling, title)).toContainText(buyer.user.email);
  await shoot(selling, 'seller-paid');

  await expect(second.getByText(/We hold \$43\.70\. The seller must send the tickets to your email by/)).toBeVisible();
  await shoot(second, 'pay-paid');
  expect(await stored(id)).toEqual({ status: 'captured', request: 'accepted', quantity: 1, held: 0 });
  expect(
    await localRows('select credits_cents - debits_cents as held from ledger_accounts where name = ?', `hold:${id}`),
  ).toEqual([{ held: 4370 }]);

  await stub(selling, title)
    .getByRole('button', { name: /^I sent the tickets/ })
    .click();
  await selling.getByRole('dialog').getByRole('button', { name: 'I sent the tickets' }).click();
  await expect(stub(selling, title)).toContainText('Without an answer, the tickets count as received on');
  await shoot(selling, 'seller-sent');
  await second.goto('/my-tickets');
  await expect(stub(second, title)).toContainText('Sent to you');
  await shoot(second, 'my-sent');
  await stub(second, title)
    .getByRole('button', { name: /^Something is wrong/ })
    .click();
  await expect(second.getByRole('dialog', { name: 'What is wrong?' })).toBeVisible();
  await shoot(second, 'problem');
  await second.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await stub(second, title)
    .getByRole('button', { name: /^I have them/ })
    .click();
  await second.getByRole('dialog').getByRole('button', { name: 'I have them' }).click();
  await expect(stub(second, title)).toContainText('You paid $43.70 and have the tickets.');
  await shoot(second, 'my-received');
  await expect
    .poll(() =>
      localRows('select credits_cents - debits_cents as held from ledger_accounts where name = ?', `hold:${id}`),
    )
    .toEqual([{ held: 0 }]);
  await selling.reload();
  await expect(stub(selling, title)).toContainText('You can be paid $40.00 from');
  await shoot(selling, 'seller-received');
  await stub(selling, title).getByRole('link', { name: 'See your payouts' }).click();
  await expect(selling.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible();
  await expect(stub(selling, title)).toContainText('$40.00');
});

test('if the seller declines, nothing is charged and the card is released', async ({ browser, request: api }) => {
  const title = `Declined Basement ${Date.now().toString(36)}`;
  const event = await newSale(api, title);
  const buyer = await newPerson(api, 'Declined buyer');
  const { id, payment } = await ask(api, buyer, event);
  const [buying, selling] = [await pageOf(browser, buyer), await pageOf(browser, seller)];
  await buying.goto(payment.pay_url);
  await payOnCardPage(buying);
  await expect(buying.getByText(/Card authorized/)).toBeVisible();
  await selling.goto('/my-tickets');
  await stub(selling, title)
    .getByRole('button', { name: /^Decline/ })
    .click();
  await selling.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(
    buying.getByText('The request was declined. Nothing was charged. The hold on your card ends within a few days.'),
  ).toBeVisible();
  await shoot(buying, 'pay-declined');
  await expect.poll(() => stored(id)).toEqual({ status: 'voided', request: 'declined', quantity: 2, held: 0 });
});

test('if a ticket request expires, nothing is charged, and an authorized card is released', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const title = `Late Basement ${Date.now().toString(36)}`;
  const event = await newSale(api, title);
  const buyer = await newPerson(api, 'Late buyer');
  const buying = await pageOf(browser, buyer);
  const unpaid = await ask(api, buyer, event);
  await buying.goto(`/pay/${unpaid.id}`);
  await expect(buying.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  await shoot(buying, 'pay-unpaid');
  await endTimeOf(unpaid.id);
  await expect(buying.getByText('Time ran out, and nothing was charged.')).toBeVisible();
  await shoot(buying, 'pay-late');

  const paid = await ask(api, buyer, event);
  await expect.poll(() => stored(unpaid.id)).toMatchObject({ status: 'failed', request: 'expired' });
  await buying.goto(paid.payment.pay_url);
  await payOnCardPage(buying);
  await expect(buying.getByText(/Card authorized/)).toBeVisible();
  await endTimeOf(paid.id);
  await ask(api, await newPerson(api, 'Next buyer'), event);
  await buying.reload();
  await expect(buying.getByText(/The seller didn’t answer in time\. Nothing was charged\. The hold/)).toBeVisible();
  await expect.poll(() => stored(paid.id)).toEqual({ status: 'voided', request: 'expired', quantity: 1, held: 1 });
});
