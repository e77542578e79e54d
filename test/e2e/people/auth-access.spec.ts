import { expect, type Page, test } from '../test.ts';
import { bearer, newPerson, pageOf } from '../people.ts';
import { axeFindings, WCAG_AA } from '../screen-checks.ts';

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('student@vouch.test');
  await page.getByLabel('Password').fill('vouch-local-only');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
}

/** Returns axe's findings in both color schemes. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await axeFindings(page, WCAG_AA)).map((one) => `${colorScheme}, ${one}`));
  }
  return found;
}

test('the sign-up form with its errors meets WCAG AA', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('an admin sees no admin links while the page cannot find out their role', async ({ page }) => {
  await page.route('**/api/me', (route) => route.abort());
  await page.goto('/auth');
  await page.getByLabel('Email').fill('admin@vouch.test');
  await page.getByLabel('Password').fill('vouch-local-only');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toHaveText(['Venues', 'My nights', 'Account']);
  await page.unroute('**/api/me');
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(links).toHaveText(['Venues', 'My nights', 'Account', 'Admin', 'Check']);
});

test('a session that the server has ended is removed on the next page load', async ({ page, request }) => {
  await signIn(page);
  const stored = await page.evaluate(() => localStorage.getItem('vouch-session'));
  const { access_token } = JSON.parse(stored!) as { access_token: string };
  const ended = await request.post('/auth/v1/logout?scope=local', {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  expect(ended.status()).toBe(204);
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('vouch-session'))).toBeNull();
});

test('a person who changes their name sees the new name at once', async ({ browser, request }) => {
  const person = await newPerson(request, 'Old name');
  const page = await pageOf(browser, person);
  await page.goto('/account');
  const facts = page.getByRole('definition');
  await expect(facts.nth(1)).toHaveText('Old name');
  await page.getByLabel('Your name').fill(' \u202eNew\u200b name ');
  await page.getByRole('button', { name: 'Change name' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Name changed')).toBeVisible();
  await expect(facts.nth(1)).toHaveText('New name');
  await expect(page.getByLabel('Your name')).toHaveValue('New name');
  const me = await request.get('/api/me', { headers: bearer(person) });
  expect(await me.json()).toMatchObject({ profile: { display_name: 'New name' } });
  await page.reload();
  await expect(facts.nth(1)).toHaveText('New name');
  await page.close();
});
