import { expect, type Page, test } from '../test.ts';
import { localRows } from '../../support/local-rows.ts';
import { signInAs } from '../admin.ts';
import { setSwitch } from '../launch.ts';
import { newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { approve, newEvent, violations } from '../trade.ts';

// These tests set the launch switches, so they run one after another, and after all specs that expect the switches off.
test.describe.configure({ mode: 'default' });

let admin: Tokens;
let seller: Tokens;

test.beforeAll(async ({ browser, request: api }) => {
  admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  seller = await newPerson(api, 'Resale seller');
  await approve(api, admin, seller);
  const page = await pageOf(browser, null);
  await signInAs(page, 'admin');
  await page.goto('/admin/launch');
  const switches = page.getByRole('switch');
  await expect(switches).toHaveCount(12);
  for (const feature of ['/sell', '/my-tickets']) {
    const one = page.getByRole('switch', { name: `Feature ${feature}` });
    await expect(one).toBeEnabled();
    if ((await one.getAttribute('aria-checked')) === 'false') await one.click();
    await expect(one).toBeChecked();
  }
  await page.close();
});

test.afterAll(async ({ request: api }) => {
  for (const feature of ['sell', 'my-tickets'] as const) await setSwitch(api, admin, { feature, is_on: false });
});

async function draft(
  page: Page,
  { title, quantity, price }: { title: string; quantity: string; price: string },
): Promise<void> {
  await page.goto('/sell');
  await page.getByRole('searchbox', { name: 'Night' }).fill(title);
  await page.getByRole('button', { name: title }).click();
  await page.getByLabel('Quantity').fill(quantity);
  await page.getByLabel('Price per ticket').fill(price);
}

async function askFor(page: Page, { slug, quantity }: { slug: string; quantity: string }): Promise<void> {
  await page.goto(`/events/${slug}`);
  // Once the chat is live, the page is hydrated.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const panel = page.getByRole('region', { name: 'Buy Tickets' });
  await panel.getByLabel('Quantity').fill(quantity);
  await panel.getByRole('button', { name: 'Request to Buy' }).click();
  await expect(page.getByText(/Request sent\. The seller has until/)).toBeVisible();
}

const listed = (page: Page) => page.getByRole('region', { name: 'Your listings' });
const received = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Requests for your tickets' }).getByRole('listitem').filter({ hasText: title });
const made = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your requests' }).getByRole('listitem').filter({ hasText: title });

/** Returns the smallest height of any button, in pixels, on a wide screen and on a phone. */
async function lowestButton(page: Page): Promise<number> {
  const heights: number[] = [];
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 });
    const buttons = page.getByRole('main').getByRole('button');
    heights.push(...(await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))));
  }
  return Math.min(...heights);
}

test('a seller lists two tickets, a student asks for them, the seller accepts, and the student reads the answer', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const title = `Velvet Basement ${Date.now().toString(36)}`;
  const event = await newEvent(api, admin, title);
  const [selling, buying] = [
    await pageOf(browser, seller),
    await pageOf(browser, await newPerson(api, 'Resale buyer')),
  ];

  await draft(selling, { title, quantity: '2', price: '75' });
  await expect(selling.getByText('Fair price band $36.00 to $60.00')).toBeVisible();
  await expect(selling.getByText('Above the band')).toBeVisible();
  await selling.getByRole('button', { name: 'List tickets' }).click();
  await expect(selling.getByRole('alert')).toHaveText('Ask between $36.00 and $60.00, the price band of this night.');
  await selling.getByLabel('Price per ticket').fill('45.50');
  await expect(selling.getByText('Inside the band')).toBeVisible();

  // The answer to the first try is lost. After the reload the page has the same draft and its idempotency key.
  await selling.route('**/api/listings', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await selling.getByRole('button', { name: 'List tickets' }).click();
  await expect(selling.locator('[data-toast]')).toContainText('No connection.');
  await selling.unroute('**/api/listings');
  await selling.reload();
  await expect(selling.getByLabel('Price per ticket')).toHaveValue('45.50');
  await selling.getByRole('button', { name: 'List tickets' }).click();
  await expect(selling.locator('[data-toast]')).toContainText('2 tickets at $45.50 each');
  await expect(listed(selling).getByRole('listitem').filter({ hasText: title })).toContainText('2 tickets left');
  expect(await lowestButton(selling)).toBeGreaterThanOrEqual(44);
  expect(await localRows('select quantity, ask_price_cents from listings where event_id = ?', event.id)).toEqual([
    { quantity: 2, ask_price_cents: 4550 },
  ]);

  await askFor(buying, { slug: event.slug, quantity: '2' });
  await buying.locator('#buy').getByRole('link', { name: 'See it in My tickets' }).click();
  await expect(made(buying, title)).toContainText(/Waiting.*The seller has until .*left\./);

  await selling.goto('/my-tickets');
  await expect(received(selling, title)).toContainText('For Resale buyer');
  await received(selling, title)
    .getByRole('button', { name: /^Accept/ })
    .click();
  const sure = selling.getByRole('dialog', { name: 'Accept this request?' });
  await expect(sure).toContainText(`2 tickets for ${title} at $45.50 each, $91.00 in total.`);
  await expect(sure).toContainText('For Resale buyer');
  expect(await violations(selling)).toEqual([]);
  expect(await lowestButton(selling)).toBeGreaterThanOrEqual(44);
  await sure.getByRole('button', { name: 'Accept' }).click();
  await expect(received(selling, title)).toContainText('Accepted');

  await received(selling, title).getByRole('link', { name: title }).click();
  const undone = expect(selling.locator('[data-toast]')).toContainText(['Answer undone']);
  await selling.locator('[data-toast]').getByRole('button', { name: 'Undo' }).press('Enter');
  await undone;
  await selling.goto('/my-tickets');
  await received(selling, title)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await sure.getByRole('button', { name: 'Accept' }).click();
  await expect(received(selling, title).getByRole('button', { name: /^Undo/ })).toBeVisible();
  await expect(made(buying, title)).toContainText('Waiting');
  await selling.close();

  await expect(made(buying, title)).toContainText('Accepted');
  // The page shows the answer once it is final. The stock changes when the server next checks.
  await expect
    .poll(() => localRows('select quantity, held, status from listings where event_id = ?', event.id))
    .toEqual([{ quantity: 0, held: 0, status: 'sold' }]);
});

test('tickets of a declined request are on sale again until the seller withdraws the listing', async ({
  browser,
  request: api,
}) => {
  const title = `Copper Ballroom ${Date.now().toString(36)}`;
  const event = await newEvent(api, admin, title);
  const [selling, buying] = [
    await pageOf(browser, seller),
    await pageOf(browser, await newPerson(api, 'Resale buyer')),
  ];
  await draft(selling, { title, quantity: '1', price: '40' });
  await selling.getByRole('button', { name: 'List tickets' }).click();
  const own = listed(selling).getByRole('listitem').filter({ hasText: title });
  await expect(own).toContainText('On sale');

  await askFor(buying, { slug: event.slug, quantity: '1' });
  await buying.goto('/my-tickets');
  await made(buying, title)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await buying
    .getByRole('dialog', { name: 'Cancel this request?' })
    .getByRole('button', { name: 'Cancel request' })
    .click();
  await expect(made(buying, title).filter({ hasText: 'Canceled' })).toHaveCount(1);

  await askFor(buying, { slug: event.slug, quantity: '1' });
  await expect(buying.getByText(/^All held until/)).toBeVisible();
  await selling.goto('/my-tickets');
  await received(selling, title)
    .getByRole('button', { name: /^Decline/ })
    .click();
  await selling.getByRole('dialog', { name: 'Decline this request?' }).getByRole('button', { name: 'Decline' }).click();
  await expect(received(selling, title).filter({ hasText: 'Declined' })).toHaveCount(1);
  await expect(buying.getByText('Resale seller').first()).toBeVisible();
  await buying.getByRole('region', { name: 'Buy Tickets' }).getByRole('button', { name: 'Request to Buy' }).click();
  await expect(buying.locator('[data-toast]')).toContainText(
    'The seller of the best price has declined your request. Ask again in 30',
  );
  await buying.goto('/my-tickets');
  await expect(made(buying, title).filter({ hasText: 'Declined' })).toHaveCount(1);

  await selling.goto('/sell');
  await own.getByRole('button', { name: /^Change price/ }).click();
  await selling.getByRole('dialog').getByLabel('Price per ticket').fill('60.00');
  await selling.getByRole('button', { name: 'Save price' }).click();
  await expect(own).toContainText('$60.00');
  await own.getByRole('button', { name: /^Withdraw/ }).click();
  await selling.getByRole('dialog', { name: 'Take it off sale?' }).getByRole('button', { name: 'Withdraw' }).click();
  await expect(own).toContainText('Off sale');
  expect(await localRows('select quantity, held, status from listings where event_id = ?', event.id)).toEqual([
    { quantity: 1, held: 0, status: 'withdrawn' },
  ]);
});

test('the sell page tells a person without approval how to become a verified reseller', async ({
  browser,
  request: api,
}) => {
  const visitor = await pageOf(browser, null);
  await visitor.goto('/my-tickets');
  await expect(visitor).toHaveURL('/login');
  const student = await pageOf(browser, await newPerson(api, 'Resale student'));
  await student.goto('/account');
  await student.getByRole('link', { name: 'Sell tickets' }).click();
  await expect(student.getByRole('heading', { name: 'Verified resellers sell here' })).toBeVisible();
  await student.getByRole('button', { name: 'Become a Verified Ticket Reseller' }).click();
  await expect(student.getByRole('dialog', { name: 'Become a Verified Ticket Reseller' })).toBeVisible();
  await student.goto('/my-tickets');
  await expect(student.getByText('You haven’t requested a ticket yet.')).toBeVisible();
});
