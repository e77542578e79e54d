import { type APIRequestContext, expect, type Page, test } from '@playwright/test';

const HOME = 'real names, real nights';

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  expires_at: number;
}

/** Sends the browser back as a provider does, with a new session in the fragment of the URL. */
async function answerForProvider(page: Page, { request, email }: { request: APIRequestContext; email: string }): Promise<string[]> {
  const answer = await request.post('/auth/v1/token?grant_type=password', { data: { email, password: 'vouch-local-only' } });
  const { access_token, refresh_token, expires_in, expires_at } = (await answer.json()) as Tokens;
  const fragment = new URLSearchParams({
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type: 'bearer',
    sb: '',
  });
  const asked: string[] = [];
  await page.route('**/auth/v1/authorize?*', async (route) => {
    const to = new URL(route.request().url()).searchParams;
    asked.push(to.get('provider')!, to.get('redirect_to')!);
    await route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(`${to.get('redirect_to')}/#${fragment.toString()}`)})</script>`,
    });
  });
  return asked;
}

/** Collects every title that is visible in any frame. Each call returns the titles since the last one. */
async function titlesSeen(page: Page): Promise<() => string[]> {
  const seen = new Set<string>();
  await page.exposeFunction('saw', (title: string) => void seen.add(title));
  await page.addInitScript(() => {
    const look = () => {
      for (const title of document.querySelectorAll('h1')) {
        if (title.checkVisibility()) (globalThis as unknown as { saw: (title: string) => void }).saw(title.innerText.toLowerCase());
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => {
    const titles = [...seen];
    seen.clear();
    return titles;
  };
}

test('an admin lands on /admin/events and sees no other page on the way', async ({ page, request }) => {
  const asked = await answerForProvider(page, { request, email: 'admin@vouch.test' });
  const seen = await titlesSeen(page);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  expect(seen()).toEqual(['sign in']);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/admin/events');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toEqual(['google', new URL(page.url()).origin]);
  expect(seen()).not.toContain(HOME);
  expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull();
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('a student lands on / and sees no admin page on the way', async ({ page, request }) => {
  await answerForProvider(page, { request, email: 'student@vouch.test' });
  const paths: string[] = [];
  page.on('framenavigated', (frame) => paths.push(new URL(frame.url()).pathname));
  const seen = await titlesSeen(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByRole('heading', { level: 1, name: HOME })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(seen().filter((title) => title !== 'sign in')).toEqual([HOME]);
  expect(paths.filter((path) => path.startsWith('/admin'))).toEqual([]);
  expect(await page.evaluate(() => sessionStorage.getItem('redirectAfterLogin'))).toBeNull();
  await page.reload();
  await expect(page).toHaveURL('/');
});

test('a person returns to the page that asked for the sign-in', async ({ page, request }) => {
  await answerForProvider(page, { request, email: 'student@vouch.test' });
  await page.goto('/account');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByRole('definition').first()).toHaveText('student@vouch.test');
});

test('a refusal of the provider leads home, with the reason', async ({ page }) => {
  await page.goto('/?error=access_denied&error_code=user_banned#error=access_denied&error_code=user_banned');
  await expect(page.getByRole('status').getByText('Sign in failed')).toBeVisible();
  await expect(page.getByText('This account is blocked. Please contact support.')).toBeVisible();
  await expect(page).toHaveURL('/');
});
