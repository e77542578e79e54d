import { expect, type Page, test as base } from './test.ts';
import { newPerson } from './people.ts';

const test = base.extend({ serviceWorkers: 'allow' });

/** Public content, of which the browser of a shared computer may keep copies. */
const PUBLIC =
  /^\/(|events|events\/[a-z0-9-]+|venues(\/[a-z0-9-]+)?|assets\/.+|offline\.(htm|css)|favicon\.svg|api\/(home|venues|events(\/[a-z0-9-]+)?)(\?.*)?)$/;

/** Every copy of the service worker: its path, and the Cache-Control of its answer. */
const keptCopies = (page: Page) =>
  page.evaluate(async () => {
    const copies: { path: string; rule: string }[] = [];
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      for (const request of await store.keys()) {
        const { pathname, search } = new URL(request.url);
        copies.push({ path: pathname + search, rule: (await store.match(request))?.headers.get('Cache-Control') ?? '' });
      }
    }
    return copies;
  });

test('the service worker keeps public pages only: nothing of the auth service, no page of an account, nothing marked no-store', async ({
  page,
  request,
}) => {
  const tokens = await newPerson(request, 'Kept Copies');
  await page.addInitScript((kept) => localStorage.setItem('vouch-session', kept), JSON.stringify(tokens));
  await page.goto('/events/headline-halloween');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(async () => (await keptCopies(page)).map(({ path }) => path)).toContain('/events/headline-halloween');
  for (const path of [
    '/auth/v1/settings',
    '/auth/v1/.well-known/jwks.json',
    '/auth/v1/verify?token=a-secret&type=signup',
    '/api/health',
    '/events?city=Boston',
  ]) {
    await page.goto(path);
  }
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Ways to sign in' })).toBeVisible();
  const copies = await keptCopies(page);
  expect(copies.filter(({ path, rule }) => !PUBLIC.test(path) || rule.includes('no-store'))).toEqual([]);
  expect(copies.map(({ path }) => path)).toContain('/events/headline-halloween');
});

test('signing out removes what the browser keeps of the person, and leaves the public copies', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('student@vouch.test');
  await page.getByLabel('Password').fill('vouch-local-only');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto('/');
  await expect.poll(async () => (await keptCopies(page)).map(({ path }) => path)).toContain('/');
  await page.goto('/account');
  await page.evaluate(async () => {
    sessionStorage.setItem('vouch.sell.somebody', '{}');
    sessionStorage.setItem('vouch.draft.waitlist', '{}');
    // An older version of the worker could have kept this.
    for (const name of await caches.keys()) await (await caches.open(name)).put('/my-tickets', new Response('what I bought'));
  });
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Signed out')).toBeVisible();
  await expect.poll(async () => (await keptCopies(page)).filter(({ path }) => !PUBLIC.test(path))).toEqual([]);
  expect((await keptCopies(page)).map(({ path }) => path)).toContain('/offline.htm');
  expect(
    await page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.startsWith('vouch'))),
  ).toEqual([]);
});
