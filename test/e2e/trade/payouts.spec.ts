import { expect, test } from '../test.ts';
import { bearer, newPerson, pageOf, tokensOf } from '../people.ts';
import { approve, violations } from '../trade.ts';

// The launch switches are off for the other tests of this server.
test.afterAll(async ({ request }) => {
  const headers = bearer(await tokensOf(request, 'admin@vouch.test', 'vouch-local-only'));
  for (const feature of ['sell', 'payments'])
    await request.put(`/api/admin/launch/${feature}`, { headers, data: { is_on: false, was_on: true } });
});

test('a seller lists first, sets up payouts on the provider’s page, and comes back ready', async ({
  browser,
  request,
}) => {
  test.slow();
  const admin = await tokensOf(request, 'admin@vouch.test', 'vouch-local-only');
  const seller = await newPerson(request, 'Payout Seller');
  await approve(request, admin, seller);
  for (const feature of ['sell', 'payments']) {
    const data = { is_on: true, was_on: false };
    expect((await request.put(`/api/admin/launch/${feature}`, { headers: bearer(admin), data })).status()).toBe(200);
  }
  const page = await pageOf(browser, seller);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/sell');
  await expect(page.getByText('You can list tickets now.')).toBeVisible();
  await page.getByRole('link', { name: 'Set up payouts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  await expect(page.getByText('Not set up')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await page.waitForURL(/\/onboard\//);
  await page.goBack();
  await expect(page.getByText('Not finished')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: 'a bank account or debit card' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(/\/onboard\//);
  await page.getByRole('button', { name: 'Complete', exact: true }).click();
  await page.waitForURL(/\/payouts$/);
  await expect(page.getByText('Set up', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Change details' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
