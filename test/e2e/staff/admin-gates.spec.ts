import type { Page } from '../test.ts';
import { signInAs } from '../admin.ts';
import { everyAddress, goTo } from '../every-route.ts';
import { expect, hydrated, test } from '../visitor.ts';

// Playwright cannot route the requests of a service worker.
test.use({ serviceWorkers: 'block' });

const ADMIN_ONLY = [
  '/admin/waitlist',
  '/admin/resellers',
  '/admin/reports',
  '/admin/venues',
  '/admin/people',
  '/admin/schools',
  '/admin/money',
  '/admin/launch',
  '/admin/audit',
];
const HOME = ['/admin', '/check'];
const MANAGERS = ['/admin/webhook-test', '/upload-event-images'];

async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h1')) seen.add(heading.textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
}

/** Goes to each page inside the app, as a link would, and expects to end on the home page. */
async function isLedHome(page: Page, paths: readonly string[]): Promise<void> {
  await hydrated(page);
  await everyAddress(page, { id: 'unknown', slug: 'unknown' });
  for (const path of paths) {
    await goTo(page, '/coming-soon');
    expect(await goTo(page, path), path).toBe('/');
  }
}

test('the server sends an empty shell for every admin page', async ({ request }) => {
  for (const path of [...HOME, ...MANAGERS, ...ADMIN_ONLY, '/admin/events', '/admin/clubs']) {
    const html = await (await request.get(path)).text();
    expect(html, path).toContain('<div id="root"></div>');
    expect(html, path).toContain('noindex');
  }
});

test('a visitor never sees an admin page, and is sent to a sign-in page or to the home page', async ({ page }) => {
  const headings = await watchHeadings(page);
  const lands = async (path: string, at: string) => {
    await page.goto(path);
    await expect(page, path).toHaveURL(at);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      (await headings()).filter((title) =>
        /^(Welcome|Events|Images|Webhook|Waitlist|Reseller|Venues|People|Money|Launch|Audit|Check)/.test(title),
      ),
    ).toEqual([]);
  };
  for (const path of HOME) await lands(path, '/');
  await lands('/admin/events', '/auth');
  for (const path of [...MANAGERS, ...ADMIN_ONLY]) await lands(path, '/login');
});

test('a student cannot open any admin page', async ({ page }) => {
  await signInAs(page, 'student');
  await page.goto('/admin/events');
  await expect(page).toHaveURL('/');
  await isLedHome(page, [...HOME, ...MANAGERS, ...ADMIN_ONLY, '/admin/events']);
  await page.goto('/admin/clubs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admins only');
  await expect(page.getByRole('main')).toContainText('student@vouch.test, whose role is user');
});

test('the clubs page tells a visitor that it is for admins, and links to the sign-in', async ({ page }) => {
  await page.goto('/admin/clubs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admins only');
  await expect(page.getByRole('main')).toContainText('You’re not signed in.');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('an organizer manages only events, images and the webhook', async ({ page }) => {
  await signInAs(page, 'organizer');
  await page.goto('/admin/events');
  const links = page.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(links).toHaveText(['Events', 'Images', 'Webhook']);
  await page.goto('/upload-event-images');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Images');
  await page.getByRole('tab', { name: 'Venues' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Only admins can change venue pictures.');
  await page.goto('/admin/people');
  await expect(page).toHaveURL('/');
  await isLedHome(page, [...HOME, ...ADMIN_ONLY]);
});

test('if the role of an admin cannot be looked up, no admin page is shown', async ({ page, complaints }) => {
  await page.route('**/api/me', (route) => route.abort());
  await signInAs(page, 'admin');
  await page.goto('/admin');
  await expect(page).toHaveURL('/');
  await page.goto('/admin/clubs');
  await expect(page.getByRole('main')).toContainText('Your role couldn’t be looked up');
  complaints.length = 0;
});
