import { expect, type Page, test } from '@playwright/test';

/** Signs in with Google as somebody: the whole redirect dance with the provider, which is only told who stands there. */
async function continueWithGoogle(page: Page, email: string): Promise<void> {
  await page.route('**/auth/v1/authorize?*', (route) =>
    route.continue({ url: `${route.request().url()}&login_hint=${encodeURIComponent(email)}` }),
  );
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/' || pathname === '/admin/events');
}

test('an admin who continues with Google lands on /admin/events', async ({ page }) => {
  await continueWithGoogle(page, 'admin@vouch.test');
  await expect(page).toHaveURL('/admin/events');
  await page.goto('/whoami');
  await expect(page.getByText('"role": "admin"')).toBeVisible();
});

test('a student who continues with Google lands on /', async ({ page }) => {
  const paths: string[] = [];
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  await continueWithGoogle(page, 'student@vouch.test');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Venues', 'Account']);
  await expect(page).toHaveURL('/');
  expect(page.url()).not.toContain('access_token');
  expect(paths.filter((path) => path.startsWith('/admin'))).toEqual([]);
});

test('somebody new has an account after Google, and adds a password to it', async ({ page }) => {
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

test('Google is connected to an account, and disconnected again', async ({ page }) => {
  const credentials = { email: 'seller@vouch.test', password: 'vouch-local-only' };
  await page.goto('/auth');
  await page.getByLabel('Email').fill(credentials.email);
  await page.getByLabel('Password').fill(credentials.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await page.route('**/auth?*client_id=*', (route) => route.continue({ url: `${route.request().url()}&login_hint=traveller@vouch.test` }));
  await page.goto('/account');
  const ways = page.getByRole('region', { name: 'Ways to sign in' });
  await ways.getByRole('button', { name: 'Connect Google' }).click();
  await expect(ways.getByRole('listitem')).toHaveText([/seller@vouch\.test/, /traveller@vouch\.test/]);
  await expect(page).toHaveURL('/account');
  await ways.getByRole('button', { name: 'Disconnect Google' }).click();
  await expect(ways.getByRole('listitem')).toHaveCount(1);
  await expect(ways.getByRole('button', { name: 'Connect Google' })).toBeVisible();
});
