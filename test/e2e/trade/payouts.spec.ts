import { expect, type Locator, type Page, test } from '../test.ts';
import { setSwitch } from '../launch.ts';
import { newPerson, pageOf, tokensOf } from '../people.ts';
import { approve, violations } from '../trade.ts';

// The other tests on this server run with both launch switches off.
test.afterAll(async ({ request }) => {
  const admin = await tokensOf(request, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of ['sell', 'payments'] as const) await setSwitch(request, admin, { feature, is_on: false });
});

/** Turns payments and hand-over on, then payments off again. That turns hand-over off, too. */
async function turnPaymentsOn(desk: Page): Promise<void> {
  await desk.goto('/admin/launch');
  const [payments, handover] = ['payments', 'handover'].map((name) =>
    desk.getByRole('switch', { name: `Feature /${name}` }),
  ) as [Locator, Locator];
  await expect(handover).toBeDisabled();
  await expect(desk.getByText('Turn on Payments first.')).toBeVisible();
  await payments.click();
  const dialog = desk.getByRole('dialog', { name: 'Turn payments on?' });
  const confirm = dialog.getByRole('button', { name: 'Turn payments on' });
  await expect(dialog.getByRole('list', { name: 'Checks' }).getByText('Ready')).toHaveCount(5);
  await confirm.click();
  await expect(dialog.getByText('Type the word payments to turn payments on.')).toBeVisible();
  await expect(dialog.getByText('The owner has to answer every question first. 9 left.')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  for (const question of await dialog.getByRole('checkbox').all()) await question.check();
  await dialog.getByLabel('Type payments').fill('payments');
  await confirm.click();
  await expect(payments).toBeChecked();
  await handover.click();
  await expect(handover).toBeChecked();
  await payments.click();
  const ending = desk.getByRole('dialog', { name: 'Turn Payments off?' });
  await expect(ending).toContainText('Hand-over goes off with it.');
  await ending.getByRole('button', { name: 'Turn off' }).click();
  await expect(handover).toBeDisabled();
  await expect(handover).not.toBeChecked();
  await desk.close();
}

test('a seller who can already list tickets sets up payouts on the page of the provider', async ({
  browser,
  request,
}) => {
  test.slow();
  const admin = await tokensOf(request, 'admin@vouch.test', 'vouch-local-only');
  const seller = await newPerson(request, 'Payout Seller');
  await approve(request, admin, seller);
  expect((await setSwitch(request, admin, { feature: 'sell', is_on: true })).status()).toBe(200);
  await turnPaymentsOn(await pageOf(browser, admin));
  expect((await setSwitch(request, admin, { feature: 'payments', is_on: true })).status()).toBe(200);
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
