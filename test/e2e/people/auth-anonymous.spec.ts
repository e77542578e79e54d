import { expect, type Page, test } from '../test.ts';

function scriptsOf(page: Page): string[] {
  const texts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      void response.text().then(
        (text) => texts.push(text),
        () => undefined,
      );
  });
  return texts;
}

/** Only the code of the auth client contains this sentence. */
const AUTH_CLIENT = 'Auth session missing!';

test('a visitor does not download the auth client', async ({ page }) => {
  const scripts = scriptsOf(page);
  for (const path of ['/', '/events', '/venues', '/coming-soon', '/auth', '/login']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes(AUTH_CLIENT))).toEqual([]);
});

test('the auth client is fetched with the first attempt to sign in', async ({ page }) => {
  const scripts = scriptsOf(page);
  await page.goto('/auth');
  await page.getByLabel('Email').fill('nobody@vouch.test');
  await page.getByLabel('Password').fill('not-the-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid email or password. Please check your credentials and try again.',
  );
  await expect(page.getByRole('status').getByText('Sign in failed')).toBeVisible();
  expect(scripts.filter((text) => text.includes(AUTH_CLIENT))).toHaveLength(1);
});

test('a visitor of /account is sent to /login, and comes back to /account after signing in', async ({ page }) => {
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Use email and password' }).click();
  await page.getByLabel('Email').fill('seller@vouch.test');
  await page.getByLabel('Password').fill('vouch-local-only');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('seller@vouch.test').first()).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});
