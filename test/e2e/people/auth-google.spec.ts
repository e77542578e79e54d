import { expect, type Page, test } from '../test.ts';

/** Adds a hint to the OAuth request so that the provider signs in this account. */
async function standAs(page: Page, { email, on }: { email: string; on: RegExp }): Promise<void> {
  await page.route(on, async (route) => {
    const url = route.request().url();
    if (url.includes('login_hint')) return route.continue();
    const hinted = JSON.stringify(`${url}&login_hint=${encodeURIComponent(email)}`);
    return route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${hinted})</script>` });
  });
}

async function continueWithGoogle(page: Page, email: string): Promise<void> {
  await standAs(page, { email, on: /\/auth\/v1\/authorize\?/ });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/admin/events');
}

test('a new person signs up through Google and adds a password to the account', async ({ page }) => {
  await continueWithGoogle(page, 'stranger@vouch.test');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  await expect(ways.getByRole('listitem')).toHaveText([/Google\s*stranger@vouch\.test/]);
  await expect(ways.getByRole('button', { name: 'Connect Google' })).toHaveCount(0);
  await page.getByLabel('New password').fill('a-password-of-mine');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Password changed')).toBeVisible();
});

test('a person connects Google to an account and disconnects Google again', async ({ page }) => {
  const credentials = { email: 'seller@vouch.test', password: 'vouch-local-only' };
  await page.goto('/auth');
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password').fill(credentials.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await standAs(page, { email: 'traveller@vouch.test', on: /\/auth\?.*client_id=/ });
  await page.goto('/account');
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  await ways.getByRole('button', { name: 'Connect Google' }).click();
  await expect(ways.getByRole('listitem')).toHaveText([/seller@vouch\.test/, /traveller@vouch\.test/]);
  await expect(page).toHaveURL('/account');
  await ways.getByRole('button', { name: 'Disconnect Google' }).click();
  await expect(ways.getByRole('listitem')).toHaveCount(1);
  await expect(ways.getByRole('button', { name: 'Connect Google' })).toBeVisible();
});
