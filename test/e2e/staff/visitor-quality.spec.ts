import { test as plain } from '../test.ts';
import { HtmlValidate } from 'html-validate';
import { axeFindings } from '../screen-checks.ts';
import { expect, hydrated, test, visit } from '../visitor.ts';

const PAGES = ['/', '/events', '/events/headline-halloween', '/venues', '/coming-soon'];
/** Pages of which only the HTML is checked. */
const MORE_PAGES = [
  '/venues/lantern-hall',
  '/live',
  '/my-tickets',
  '/tickets',
  '/sell',
  '/auth',
  '/login',
  '/forgot-password',
  '/whoami',
  '/test-events',
  '/show-env',
  '/terms',
  '/privacy',
  '/guarantee',
  '/events/no-such-night',
  '/no/such/page',
];

test('axe finds nothing wrong in a dialog that shows its form errors', async ({ page }) => {
  await visit(page, '/');
  await page.getByRole('button', { name: 'Become a Verified Ticket Reseller' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByRole('alert')).toHaveCount(5);
  expect(await axeFindings(page)).toEqual([]);
});

test('the served HTML is valid', async ({ request }) => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    // These rules refuse valid HTML as React writes it.
    rules: {
      'void-style': 'off',
      'doctype-style': 'off',
      'attr-case': 'off',
      'no-trailing-whitespace': 'off',
      'attribute-boolean-style': 'off',
      'valid-id': ['error', { relaxed: true }],
    },
  });
  for (const path of [...PAGES, ...MORE_PAGES]) {
    const report = await validator.validateString(await (await request.get(path)).text());
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${path} ${ruleId}: ${message}`)),
    ).toEqual([]);
  }
});

test('a page does not jump while it loads', async ({ page }) => {
  for (const path of PAGES.slice(0, 4)) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 100);
        }),
    );
    expect(shift).toBeLessThanOrEqual(0.02);
  }
});

test('with the keyboard alone, a visitor can skip to the content, and open and close a dialog', async ({ page }) => {
  await visit(page, '/events/weekend-sessions');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Join Waitlist' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  const root = page.locator('html');
  await expect(root).toHaveCSS('overflow', 'hidden');
  await page.keyboard.press('Escape');
  await expect(root).toHaveCSS('overflow', 'visible');
  await expect(page.getByRole('button', { name: 'Join Waitlist' }).first()).toBeFocused();
});

plain.describe('with the service worker', () => {
  plain.use({ serviceWorkers: 'allow' });

  plain(
    'a visitor who has lost the network can still read an event page that this browser opened before',
    async ({ page, context }) => {
      await page.goto('/events/headline-halloween');
      await hydrated(page);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await expect
        .poll(() => page.evaluate(async () => (await caches.match('/events/headline-halloween')) !== undefined))
        .toBe(true);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Headline Halloween');
      await expect(page.getByText('The chat couldn’t load.')).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('The chat couldn’t load.')).toHaveCount(0);
      await expect(page.getByRole('log', { name: 'Messages' })).toHaveAttribute('aria-busy', 'false');

      await context.setOffline(true);
      await page.goto('/venues');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
      for (const [colorScheme, ground] of [
        ['dark', 'rgb(11, 11, 13)'],
        ['light', 'rgb(244, 241, 234)'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveCSS('background-color', ground);
      }
    },
  );
});
