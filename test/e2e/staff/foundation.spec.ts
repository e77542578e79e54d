import { execFileSync } from 'node:child_process';
import { expect, type Page, test } from '../test.ts';
import { localRows } from '../../support/local-rows.ts';
import { visit } from '../visitor.ts';

const FEED = 'test/support/nyc-nights-2019.json';

const slugs = () => localRows("select slug from events where source = 'edmtrain' order by slug");

function ingest(baseURL: string): string {
  const args = ['worker/local/ingest.ts', FEED, '--shift-to-future', '--url', baseURL];
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

test.describe.configure({ mode: 'serial' });

test('if the webhook receives the same 206 real events twice, no slug changes', async ({ baseURL }) => {
  expect(ingest(baseURL!)).toMatch(/206\s+created/);
  const first = await slugs();
  expect(first).toHaveLength(206);
  expect(ingest(baseURL!)).toMatch(/206\s+updated/);
  expect(await slugs()).toEqual(first);
  expect(await localRows("select distinct venue_id from events where source = 'edmtrain'")).toHaveLength(52);
});

test('if a visitor joins the waitlist of an event twice, only one entry is stored', async ({ page }) => {
  await visit(page, '/events');
  await page.getByPlaceholder('Search events or venues...').fill('bunker');
  // Waits until the list has been reloaded, so that no card moves under the click.
  await expect(page).toHaveURL(/q=bunker/);
  await expect(page.getByRole('article').first()).toContainText('The Bunker');
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'The Bunker' }) })
    .first();
  for (let time = 0; time < 2; time += 1) {
    await card.getByRole('button', { name: 'Join Waitlist' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Full Name').fill('A student');
    await dialog.getByLabel('Email Address').fill('bunker@nyu.test');
    await dialog.getByLabel('Phone Number').fill('212 555 0100');
    await dialog.getByLabel('Instagram Handle').fill('@a.student');
    await dialog.getByLabel('School / University').fill('New York University');
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click();
    await expect(page.getByText('Waitlist Request Submitted').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Got it' }).click();
    await expect(dialog).toBeHidden();
  }
  expect(await localRows("select status, instagram from waitlist where email_key = 'bunker@nyu.test'")).toEqual([
    { status: 'pending', instagram: 'a.student' },
  ]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('home, the events list, an event page and the venues show their content', async ({ page }) => {
    for (const path of ['/', '/venues']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect((await page.locator('main').textContent())!.length).toBeGreaterThan(150);
    }
    await page.goto('/events?city=Boston&sort=asc');
    await expect(page.getByRole('article').first()).toContainText('Boston');
    await page.goto('/events');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.goto('/events/headline-halloween');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Headline Halloween');
    await expect(page.getByText('$85').first()).toBeVisible();
  });
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page hydrates from the data in its HTML, without a request to the API', async ({ page }) => {
    const early: string[] = [];
    const said: string[] = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    for (const path of ['/', '/events', '/events/headline-halloween', '/venues']) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading').first()).toBeVisible();
      early.push(...(await dataBeforeLivePart(page)));
    }
    expect(early).toEqual([]);
    expect(said).toEqual([]);
  });
});

/**
 * Returns the API paths that the page requests before the script `event-live`, or all of them on a page without this
 * script. Leaves out requests for further pages of the list (`cursor`).
 */
const dataBeforeLivePart = (page: Page) =>
  page.evaluate(() => {
    const asked = performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({ url: new URL(name), at: startTime }));
    const live = asked.find(({ url }) => url.pathname.startsWith('/assets/event-live'))?.at ?? Infinity;
    const data = asked.filter(
      ({ url, at }) => url.pathname.startsWith('/api/') && !url.searchParams.has('cursor') && at < live,
    );
    return data.map(({ url }) => url.pathname);
  });
