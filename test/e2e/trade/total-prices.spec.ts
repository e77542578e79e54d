import { setSwitch } from '../launch.ts';
import { tokensOf } from '../people.ts';
import { axeFindings, tooSmall } from '../screen-checks.ts';
import { expect, test, visit } from '../visitor.ts';

test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 375, height: 812 } });

test.beforeAll(({ request }) => setPayments(request, true));
test.afterAll(({ request }) => setPayments(request, false));

async function setPayments(api: Parameters<typeof tokensOf>[0], is_on: boolean): Promise<void> {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  expect((await setSwitch(api, admin, { feature: 'payments', is_on })).status()).toBe(200);
}

test('the event card, the ticket list, the buy panel and the purchase sheet show the same total price', async ({
  page,
}) => {
  // $95.00 plus 8 % plus 50 cents.
  const total = '$103.10';
  await visit(page, '/');
  expect(await tooSmall(page)).toEqual([]);
  await visit(page, '/events?q=headline+halloween');
  const card = page.locator('main article').first();
  await expect(card).toContainText(`6 tickets from ${total}`);
  await card.getByText(total).click();
  await expect(card.getByText('$95.00 + $8.10 fees')).toBeVisible();
  await expect(page).toHaveURL(/\/events\?q=/);
  expect(await axeFindings(page)).toEqual([]);
  await card.getByRole('link', { name: 'Headline Halloween', exact: true }).click();

  await expect(page.getByText(/^\$\d+ before fees$/)).toBeVisible();
  const row = page.getByRole('region', { name: 'Available Tickets' }).getByRole('listitem').first();
  await row.getByText(total).first().click();
  await expect(row).toContainText('Ticket $95.00 + fee $8.10');
  const panel = page.getByRole('region', { name: 'Buy Tickets' });
  await expect(panel.getByRole('listitem').first()).toContainText(total);
  await expect(page.getByText(/, before fees/)).toBeVisible();
  expect((await panel.getByText('With fees').boundingBox())!.height).toBeGreaterThanOrEqual(24);
  expect(await tooSmall(page)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole('button', { name: `for ${total}` }).click();
  const sheet = page.getByRole('dialog', { name: 'Request to Buy' });
  await expect(sheet).toContainText(`Price per ticket${total}`);
  await sheet.getByRole('button', { name: 'One more' }).click();
  await expect(sheet.getByText('$206.20').first()).toBeVisible();
  await expect(sheet.getByText(/not charged until the seller accepts/)).toBeVisible();
});
