import { localRows } from '../../support/local-rows.ts';
import { TESTED_SERVER } from '../../support/tested-server.ts';
import { drawCode, pdfOf } from '../../../worker/local/demo/ticket-files.ts';
import { setSwitch } from '../launch.ts';
import { bearer, newPerson, type Tokens, tokensOf } from '../people.ts';
import { aPhone, hold, passOf } from '../phones.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { approve } from '../trade.ts';

/** Sets the launch switches. They are off for the other tests of this server. */
async function turn(api: APIRequestContext, is_on: boolean): Promise<void> {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of ['sell', 'my-tickets', 'payments', 'handover'] as const)
    await setSwitch(api, admin, { feature, is_on });
}

test.beforeAll(({ request }) => turn(request, true));
test.afterAll(({ request }) => turn(request, false));

/** A night in four hours at a face value of $40. */
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

async function listTicket(phone: Page, title: string): Promise<void> {
  await phone.goto('/sell');
  await phone.getByRole('searchbox', { name: 'Night' }).fill(title);
  await phone.getByRole('button', { name: title }).click();
  const file = {
    name: 'ticket.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf([[await drawCode('qr', `WHOLE-NIGHT-${title}`)]]),
  };
  await phone.getByLabel('Ticket files').setInputFiles(file);
  await expect(phone.getByText('1 ticket found.')).toBeVisible();
  await phone.getByLabel('Price').fill('40');
  await phone.getByLabel('Sold at once').check();
  const told = expect(phone.locator('[data-toast]')).toContainText('On sale');
  await phone.getByRole('button', { name: 'List tickets' }).click();
  await told;
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

test('a seller lists a ticket file, and its buyer pays, opens it offline and enters at the door, which starts the payout', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  const [seller, buyer] = [await newPerson(api, 'Night seller'), await newPerson(api, 'Night buyer')];
  await approve(api, admin, seller);
  const { title, slug } = await tonight(api, admin);
  const [selling, buying] = [await aPhone(browser, seller), await aPhone(browser, buyer)];

  await listTicket(selling, title);
  const id = await buy(buying, slug);

  // The page of the payment says where the tickets are, and opens them.
  const state = buying.getByRole('status').filter({ hasText: 'Stored here' });
  await expect(state).toContainText('We hold $43.70. Your tickets are stored here. Open them, and confirm them or say');
  await expect(buying.getByRole('button', { name: /^Show ticket/ })).toBeVisible();

  await buying.goto('/my-tickets');
  await buying.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const picture = buying.getByRole('dialog', { name: title }).getByAltText('QR code of ticket 1, page 1');
  await buying.getByRole('button', { name: /^Show ticket/ }).click();
  await expect(picture).toBeVisible();
  await expect
    .poll(() =>
      localRows(
        'select shown_at is not null as shown, matched_at is not null as matched from listing_tickets where request_id = ?',
        id,
      ),
    )
    .toEqual([{ shown: 1, matched: 1 }]);
  await expect.poll(() => buying.evaluate(async () => (await caches.match('/my-tickets')) !== undefined)).toBe(true);
  await buying.context().setOffline(true);
  await buying.reload();
  await buying.getByRole('button', { name: /^Show ticket/ }).click();
  await expect(picture).toBeVisible();
  await buying.context().setOffline(false);

  // The pass is opened within the app, so the browser has never loaded its page.
  await buying.reload();
  const toPass = buying.getByRole('link', { name: `Pass for the door of ${title}` });
  await toPass.click();
  await expect(passOf(buying)).toBeVisible();
  await expect
    .poll(() => buying.evaluate(async (path) => (await caches.match(path)) !== undefined, `/pass/${id}`))
    .toBe(true);
  await buying.context().setOffline(true);
  await buying.reload();
  await expect(passOf(buying)).toBeVisible();
  await buying.goto('/my-tickets');
  await toPass.click();
  await expect(passOf(buying)).toBeVisible();
  const door = await aPhone(browser, admin);
  await door.goto(`/door/${slug}`);
  await expect(door.getByRole('button', { name: 'Light' })).toBeVisible();
  await hold(buying, door);
  await door.getByRole('dialog').getByRole('button', { name: 'Let people in' }).click();
  await expect(door.getByText('Let in', { exact: true }).first()).toBeVisible();
  await expect(door.getByText('All scans are sent.')).toBeVisible();
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
