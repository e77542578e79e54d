import { expect, type Page, test } from '../test.ts';

const HOME = 'real names, real nights';

/** Makes the provider sign in the account of `email`. Returns a list, to which each sign-in adds its parameters. */
async function answerForProvider(page: Page, email: string): Promise<(string | null)[]> {
  const asked: (string | null)[] = [];
  await page.route('**/auth/v1/authorize?*', async (route) => {
    const url = route.request().url();
    if (url.includes('login_hint')) return route.continue();
    const { searchParams } = new URL(url);
    asked.push(...['provider', 'redirect_to', 'code_challenge_method'].map((name) => searchParams.get(name)));
    const hinted = JSON.stringify(`${url}&login_hint=${encodeURIComponent(email)}`);
    return route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${hinted})</script>` });
  });
  return asked;
}

/** Collects the titles that the page shows, even if only for one animation frame. */
async function titlesSeen(page: Page): Promise<() => Promise<string[]>> {
  const seen = new Set<string>();
  await page.exposeFunction('saw', (title: string) => void seen.add(title));
  await page.addInitScript(() => {
    const look = () => {
      for (const title of document.querySelectorAll('h1')) {
        if (title.checkVisibility())
          (globalThis as unknown as { saw: (title: string) => void }).saw(title.innerText.toLowerCase());
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return async () => {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const titles = [...seen];
    seen.clear();
    return titles;
  };
}

test('an admin lands on /admin/events and does not see the home page on the way', async ({ page }) => {
  const asked = await answerForProvider(page, 'admin@vouch.test');
  const seen = await titlesSeen(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect(await seen()).toEqual(['sign in']);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/admin/events');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toEqual(['google', new URL(page.url()).origin, 's256']);
  expect(await seen()).not.toContain(HOME);
  expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull();
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.goto('/whoami');
  await expect(page.getByText('"role": "admin"')).toBeVisible();
});

test('a student lands on / and sees no admin page on the way', async ({ page }) => {
  await answerForProvider(page, 'student@vouch.test');
  const paths: string[] = [];
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  const seen = await titlesSeen(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect((await seen()).filter((title) => title !== 'sign in')).toEqual([HOME]);
  expect(paths.filter((path) => path.startsWith('/admin'))).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull();
  expect(page.url()).not.toContain('access_token');
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Venues',
    'My nights',
    'Account',
  ]);
  await expect(page).toHaveURL('/');
});

test('a person returns to the page that asked for the sign-in', async ({ page }) => {
  await answerForProvider(page, 'student@vouch.test');
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('definition').first()).toHaveText('student@vouch.test');
});

test('a refused sign-in leads to the home page and shows the reason', async ({ page }) => {
  await page.goto('/?error=access_denied&error_code=user_banned#error=access_denied&error_code=user_banned');
  await expect(page.getByRole('status').getByText('Sign in failed')).toBeVisible();
  await expect(page.getByText('This account is blocked. Please contact support.')).toBeVisible();
  await expect(page).toHaveURL('/');
});
