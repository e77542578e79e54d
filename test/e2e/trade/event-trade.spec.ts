import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { localRows } from '../../support/local-rows.ts';
import { linkInMail, mailText } from '../mailbox.ts';
import { setSwitch } from '../launch.ts';
import { bearer, newPerson, pageOf, type Tokens, tokensOf } from '../people.ts';
import { approve, newEvent, violations } from '../trade.ts';

// These tests need the switch `sell` on and `my-tickets` off. In the mode `default`, `beforeAll` sets `sell` only once.
test.describe.configure({ mode: 'default' });

let admin: Tokens;
let seller: Tokens;

async function setSelling(api: APIRequestContext, is_on: boolean): Promise<void> {
  expect((await setSwitch(api, admin, { feature: 'sell', is_on })).status()).toBe(200);
}

test.beforeAll(async ({ request: api }) => {
  admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  seller = await newPerson(api, 'Resale seller');
  await approve(api, admin, seller);
  await setSelling(api, true);
});

test.afterAll(({ request: api }) => setSelling(api, false));

/** `ask_price` is in dollars. */
async function list(
  api: APIRequestContext,
  who: Tokens,
  tickets: { event_id: string; quantity: number; ask_price: number },
): Promise<void> {
  const headers = { ...bearer(who), 'Idempotency-Key': crypto.randomUUID() };
  expect((await api.post('/api/listings', { headers, data: tickets })).status()).toBe(201);
}

/** Waits until the chat is live, because then the page is hydrated. */
async function openEvent(page: Page, { slug }: { slug: string }): Promise<void> {
  await page.goto(`/events/${slug}`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

const made = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Your requests' }).getByRole('listitem').filter({ hasText: title });
const state = (page: Page) => page.getByRole('region', { name: 'You and this night' });

test('a click on a listing opens the purchase sheet, and only the sheet’s button sends the ticket request', async ({
  browser,
  request: api,
}) => {
  const event = await newEvent(api, admin, `Two Prices ${Date.now().toString(36)}`);
  const dear = await newPerson(api, 'Dear seller');
  await approve(api, admin, dear);
  await list(api, seller, { event_id: event.id, quantity: 2, ask_price: 45.5 });
  await list(api, dear, { event_id: event.id, quantity: 4, ask_price: 50 });
  const buying = await pageOf(browser, await newPerson(api, 'Sheet buyer'));
  await openEvent(buying, event);
  const row = (name: string) => buying.getByRole('listitem').filter({ hasText: name });
  await row('Dear seller').getByRole('button', { name: 'Request to Buy' }).click();
  const sheet = buying.getByRole('dialog', { name: 'Request to Buy' });
  expect(await localRows('select id from ticket_requests where event_id = ?', event.id)).toEqual([]);
  await expect(sheet).toContainText(
    'You chose Dear seller at $50.00, but requests go to the best price first: Resale seller at $45.50.',
  );
  await expect(sheet).toContainText(/The seller has until .*\d:\d\d [AP]M/);
  await sheet.getByRole('button', { name: 'One more' }).click();
  await expect(sheet.getByText('$91.00')).toBeVisible();
  expect(await violations(buying)).toEqual([]);
  await sheet.getByRole('button', { name: 'Request to Buy' }).click();
  await expect(buying.getByText(/Request sent\. The seller has until/)).toBeVisible();
  await expect(sheet).toBeHidden();
  const rows = () =>
    localRows('select seller_id, quantity, offered_price_cents from ticket_requests where event_id = ?', event.id);
  expect(await rows()).toEqual([{ seller_id: seller.user.id, quantity: 2, offered_price_cents: 4550 }]);

  await buying.getByRole('button', { name: 'Request to Buy from Dear seller for $50.00' }).click();
  await sheet.getByRole('button', { name: 'Request to Buy' }).click();
  await expect(sheet.getByRole('alert')).toHaveText(/^You already have a request for this night\./);
  expect(await rows()).toHaveLength(1);

  const selling = await pageOf(browser, dear);
  await openEvent(selling, event);
  const own = selling.getByRole('listitem').filter({ hasText: 'Dear seller' });
  await expect(own).toContainText('Your listing');
  await expect(own.getByRole('button')).toHaveCount(0);
});

test('a buyer with a ticket request can open My tickets even while its launch switch is off', async ({
  browser,
  request: api,
}) => {
  const title = `Own State ${Date.now().toString(36)}`;
  const event = await newEvent(api, admin, title);
  await list(api, seller, { event_id: event.id, quantity: 1, ask_price: 45 });
  const [buyer, other] = [await newPerson(api, 'State buyer'), await newPerson(api, 'Late student')];
  const headers = { ...bearer(buyer), 'Idempotency-Key': crypto.randomUUID() };
  expect(
    (await api.post('/api/ticket-requests', { headers, data: { event_id: event.id, quantity: 1 } })).status(),
  ).toBe(201);
  const late = await pageOf(browser, other);
  await openEvent(late, event);
  const tickets = late.getByRole('region', { name: 'Available Tickets' });
  await expect(tickets).toContainText(/All held until .*\d:\d\d [AP]M/);
  await expect(tickets.getByRole('button', { name: 'Tell me' })).toBeVisible();
  await expect(state(late)).toHaveCount(0);
  await late.goto('/my-tickets');
  await expect(late.getByText('This will be ready soon.')).toBeVisible();

  const buying = await pageOf(browser, buyer);
  await buying.goto('/my-tickets');
  await expect(made(buying, title)).toContainText('Waiting');
  await openEvent(buying, event);
  await expect(state(buying)).toBeInViewport({ ratio: 1 });
  await expect(state(buying)).toContainText(/1 ticket at \$45\.00.*The seller has until .* left\./);
  expect(await violations(buying)).toEqual([]);
  await state(buying).getByRole('button', { name: 'Cancel' }).click();
  await buying
    .getByRole('dialog', { name: 'Cancel this request?' })
    .getByRole('button', { name: 'Cancel request' })
    .click();
  await expect(state(buying)).toHaveCount(0);
  await expect(buying.getByRole('region', { name: 'Available Tickets' })).toContainText('Resale seller');

  const selling = await pageOf(browser, seller);
  await openEvent(selling, event);
  await expect(state(selling)).toContainText('You’re selling 1 ticket');
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByLabel('Full Name').fill('A newcomer');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('first-password');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText(`We sent a link and a code to ${email}.`)).toBeVisible();
}

for (const way of ['code', 'link']) {
  test(`a student who signs up from the purchase sheet returns to it with the ${way} from the mail`, async ({
    browser,
    request: api,
  }) => {
    const run = Date.now().toString(36);
    const event = await newEvent(api, admin, `Return Night ${way} ${run}`);
    await list(api, seller, { event_id: event.id, quantity: 3, ask_price: 45 });
    const page = await pageOf(browser, null);
    await openEvent(page, event);
    const row = page.getByRole('button', { name: 'Request to Buy from Resale seller for $45.00' });
    await row.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    expect(scrolled).toBeGreaterThan(0);
    await row.click();
    const sheet = page.getByRole('dialog', { name: 'Request to Buy' });
    await sheet.getByRole('button', { name: 'One more' }).click();
    await sheet.getByRole('button', { name: 'Request to Buy' }).click();
    await page.locator('[data-toast]').getByRole('button', { name: 'Sign in' }).click();
    const email = `back-by-${way}-${run}@vouch.test`;
    await signUp(page, email);
    if (way === 'code') {
      const [code = ''] = /\b\d{6}\b/.exec(await mailText(email, /Confirm/)) ?? [];
      await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    } else {
      await page.goto(await linkInMail(email, /Confirm/));
    }
    await page.getByRole('button', { name: 'Confirm' }).click();

    await expect(page).toHaveURL(`/events/${event.slug}`);
    await expect(sheet.getByText('$90.00')).toBeVisible();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled);
    await sheet.getByRole('button', { name: 'Request to Buy' }).click();
    await expect(state(page)).toContainText('2 tickets at $45.00 each');
    await state(page).getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByRole('dialog', { name: 'Cancel this request?' })
      .getByRole('button', { name: 'Cancel request' })
      .click();
    await expect(state(page)).toHaveCount(0);
  });
}
