import { renderMail } from '../../../worker/http/outbox/mail.ts';
import { WORD } from '../every-route.ts';
import type { Page } from '../test.ts';
import { expect, test, visit } from '../visitor.ts';

const styleOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test('a page prints in dark ink on white, without header, footer or fixed parts, even on a device in dark mode', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await visit(page, '/events/headline-halloween');
  await page.locator('aside').waitFor();
  // The style sheet for printing arrives after the page has loaded.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('header').first()).toBeHidden();
  await expect(page.locator('footer')).toBeHidden();
  expect(await styleOf(page, 'html', 'background-color')).toBe('rgb(255, 255, 255)');
  expect(await styleOf(page, 'h1', 'color')).toBe('rgb(11, 11, 13)');
  const fixed = await page.evaluate(() =>
    [...document.querySelectorAll('body *')].filter(
      (element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position) && element.checkVisibility(),
    ),
  );
  expect(fixed).toEqual([]);
});

test('a hero video that a visitor has paused stays paused after scrolling', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/');
  const video = page.locator('video');
  const isPaused = () => video.evaluate((element: HTMLVideoElement) => element.paused);
  await expect.poll(isPaused).toBe(false);
  await page.getByRole('button', { name: 'Pause the video' }).click();
  await expect.poll(isPaused).toBe(true);
  await page.evaluate(() => scrollTo(0, 4000));
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Play the video' })).toBeInViewport();
  expect(await isPaused()).toBe(true);
  await page.getByRole('button', { name: 'Play the video' }).click();
  await expect.poll(isPaused).toBe(false);
});

test('a phone in landscape shows the title and the price of an event without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 812, height: 375 });
  await visit(page, '/events/headline-halloween');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('dd', { hasText: '$85' }).first()).toBeInViewport({ ratio: 1 });
});

test('a page that only the browser renders is never blank while its code and its data load', async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, () => undefined);
  await page.goto('/my-tickets', { waitUntil: 'commit' });
  await expect.poll(() => styleOf(page, '#root', 'background-image')).toContain('gradient');
  await page.unrouteAll();
  await visit(page, '/');
  await page.route('**/api/launch', () => undefined);
  await page.evaluate(() => {
    history.pushState(null, '', '/my-tickets');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.locator('main [data-skeleton]')).toBeVisible();
  await expect(page.locator('main')).toContainText('Loading...');
});

test('a mail with long words is no wider than a phone', async ({ page }) => {
  const event = { title: WORD, slug: 'long', start_at: new Date(), venue: { name: WORD, city: WORD } };
  const step = { label: WORD, link: 'https://vouch.test/' };
  const { html } = await renderMail({
    subject: WORD,
    text: `${WORD} ${WORD}`,
    event,
    step,
    name: WORD,
    code: '123456',
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.setContent(html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
