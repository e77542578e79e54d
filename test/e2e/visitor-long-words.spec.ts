import type { Page, Route } from './test.ts';
import { expect, hydrated, test } from './visitor.ts';

const WORD = 'W'.repeat(60);
/** Keys whose texts people write. */
const WRITTEN = new Set(['title', 'description', 'name', 'city', 'address', 'state', 'display_name', 'school', 'body', 'age_policy']);

/** The same data with a word of 60 characters in every text that people write. */
function withLongWords(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withLongWords);
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(([key, value]) => [
    key,
    WRITTEN.has(key) && typeof value === 'string' ? WORD : withLongWords(value),
  ]);
  return Object.fromEntries(entries);
}

/** Opens a page by a link of the app, so that its data comes from the API. */
async function openByLink(page: Page, path: string): Promise<void> {
  await page.goto('/coming-soon');
  await hydrated(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('main')).toContainText(WORD);
}

for (const width of [320, 375]) {
  test(`words of 60 characters widen no page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 812 });
    await page.route(/\/api\/(home|events|venues)/, async (route: Route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: withLongWords(await answer.json()) });
    });
    for (const path of ['/', '/events', '/events/headline-halloween', '/venues']) {
      await openByLink(page, path);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width]);
    }
  });
}
