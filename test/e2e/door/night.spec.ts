import { localRows } from '../../support/local-rows.ts';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { drawCode, pdfOf } from '../../../worker/local/demo/ticket-files.ts';
import { setSwitch } from '../launch.ts';
import { bearer, newPerson, type Tokens, tokensOf } from '../people.ts';
import { aPhone, hold, passOf } from '../phones.ts';
import { countTaps } from '../taps.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { approve, violations } from '../trade.ts';

/** Turns launch switches on or off. For the other tests of this server, they are off. */
async function turn(api: APIRequestContext, is_on: boolean): Promise<void> {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of ['sell', 'my-tickets', 'payments', 'handover', 'push'] as const)
    await setSwitch(api, admin, { feature, is_on });
}

test.beforeAll(({ request }) => turn(request, true));
test.afterAll(({ request }) => turn(request, false));

async function tonight(api: APIRequestContext, admin: Tokens) {
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const [title, start_at] = [
    `Whole Night ${Date.now().toString(36)}`,
    new Date(Date.now() + 4 * 3_600_000).toISOString(),
  ];
  const data = { title, venue_id: venues[0]!.id, start_at, ticket_price: 40 };
  const made = await api.post('/api/admin/events', { headers: bearer(admin), data });
  expect(made.status()).toBe(201);
  return { title, ...((await made.json()) as { id: string; slug: string }) };
}

/** Lists two tickets with five taps from home. The tap on "Sold at once", which is optional, is not counted. */
async function listTickets(phone: Page, title: string): Promise<void> {
  const { tap, taps } = countTaps();
  await phone.goto('/');
  await tap(phone.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Sell' }));
  // Home also has a search and buttons with the night's title, and stays on the screen until the next page is ready.
  const form = phone.getByRole('form', { name: 'List tickets' });
  await form.getByRole('searchbox', { name: 'Night' }).fill(title);
  await tap(form.getByRole('button', { name: title }));
  const codes = await Promise.all(['ONE', 'TWO'].map((which) => drawCode('qr', `WHOLE-NIGHT-${which}-${title}`)));
  const file = { name: 'tickets.pdf', mimeType: 'application/pdf', buffer: pdfOf(codes.map((code) => [code])) };
  const chosen = phone.waitForEvent('filechooser');
  await tap(phone.getByLabel('Ticket files'));
  await (await chosen).setFiles(file);
  await expect(phone.getByText('2 tickets found.')).toBeVisible();
  await expect(phone.getByRole('list', { name: 'Tickets to list' }).locator('img')).toHaveCount(2);
  const price = phone.getByLabel('Price per ticket');
  await tap(price);
  await price.fill('40');
  await phone.getByLabel('Sold at once').check();
  const told = expect(phone.locator('[data-toast]')).toContainText('On sale');
  await tap(phone.getByRole('button', { name: 'List tickets' }));
  await told;
  expect(taps()).toBe(5);
}

async function buy(phone: Page, slug: string): Promise<string> {
  await phone.goto(`/events/${slug}`);
  await expect(phone.getByText('Live', { exact: true })).toBeVisible();
  await phone.getByRole('region', { name: 'Buy Tickets' }).getByRole('button', { name: 'Request to Buy' }).click();
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: /\$43\.70: charged/ })
    .click();
  await expect(phone).toHaveURL(new RegExp(`^${TESTED_SERVER.provider}/c/pay/`));
  await phone.getByRole('button', { name: 'Pay $43.70' }).click();
  await expect(phone).toHaveURL(/\/pay\/[0-9a-f-]{36}/);
  const id = new URL(phone.url()).pathname.split('/').at(-1)!;
  await expect
    .poll(() => localRows('select status from handovers where request_id = ?', id))
    .toEqual([{ status: 'delivered' }]);
  return id;
}

test('a buyer pays for a ticket file, opens it offline, and gets in at the door; then the payout is due', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  const [seller, buyer] = [await newPerson(api, 'Night seller'), await newPerson(api, 'Night buyer')];
  await approve(api, admin, seller);
  const { title, slug } = await tonight(api, admin);
  const [selling, buying] = [await aPhone(browser, seller), await aPhone(browser, buyer)];

  await listTickets(selling, title);
  const id = await buy(buying, slug);

  const state = buying.getByRole('status').filter({ hasText: 'Stored here' });
  await expect(state).toContainText('We hold $43.70. Your tickets are stored here. Open them, and confirm them or say');
  const toTicket = buying.getByRole('link', { name: `Show ticket for ${title}` });
  await expect(toTicket).toBeVisible();

  // The ticket's screen is opened within the app, so the browser has never loaded this screen as a page.
  await buying.goto('/my-tickets');
  await buying.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await toTicket.click();
  const picture = buying.getByRole('img', { name: 'QR code of ticket 1' });
  const shown = async () => {
    await expect(passOf(buying)).toBeVisible();
    await expect(buying.getByText('This door scans your pass.')).toBeVisible();
    await buying.getByRole('button', { name: 'More' }).click();
    await expect(picture).toBeVisible();
    await expect(buying.getByRole('region', { name: 'Your money' })).toContainText('We hold $43.70.');
  };
  await shown();
  expect(await violations(buying)).toEqual([]);
  await expect
    .poll(() =>
      localRows(
        'select shown_at is not null as shown, matched_at is not null as matched from listing_tickets where request_id = ?',
        id,
      ),
    )
    .toEqual([{ shown: 1, matched: 1 }]);
  for (const path of ['/my-tickets', `/pass/${id}`])
    await expect.poll(() => buying.evaluate(async (kept) => (await caches.match(kept)) !== undefined, path)).toBe(true);
  await buying.context().setOffline(true);
  await buying.reload();
  await shown();
  await buying.goto('/my-tickets');
  await expect(buying.locator('nav[aria-label="Shortcuts"] a[href="/my-tickets"]')).toBeAttached();
  await toTicket.click();
  await shown();
  await buying.context().setOffline(false);

  for (const start of ['/', `/events/${slug}`]) {
    await buying.goto(start);
    const counter = countTaps();
    await counter.tap(buying.getByRole('link', { name: `Tonight: ${title}. Show ticket` }));
    await expect(passOf(buying)).toBeVisible();
    expect(counter.taps()).toBe(1);
  }
  const door = await aPhone(browser, admin);
  await door.goto(`/door/${slug}`);
  await expect(door.getByRole('button', { name: 'Light' })).toBeVisible();
  await hold(buying, door);
  await door.getByRole('dialog').getByRole('button', { name: 'Let people in' }).click();
  await expect(door.getByText('Let in', { exact: true }).first()).toBeVisible();
  await expect(door.getByText('All scans are sent.')).toBeVisible();
  await expect(buying.getByRole('status').filter({ hasText: 'You’re in' })).toContainText('Let in at');
  await expect
    .poll(() =>
      localRows(
        `select h.status, h.ended_by, p.released_at is not null as released, o.status as payout,
          o.due_at > p.released_at as later
         from handovers h join payments p using (request_id) join payouts o using (request_id) where request_id = ?`,
        id,
      ),
    )
    .toEqual([{ status: 'received', ended_by: 'scan', released: 1, payout: 'due', later: 1 }]);
  await selling.goto('/payouts');
  await expect(selling.getByRole('listitem').filter({ hasText: title })).toContainText('$40.00');
});
