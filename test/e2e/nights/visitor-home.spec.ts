import { pageOf } from '../people.ts';
import { SIZES, expect, test, visit } from '../visitor.ts';

test.use({ reducedMotion: 'no-preference' });

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('the hero fills the screen, except on a phone, and its button leads to the upcoming events', async ({
      page,
    }) => {
      await visit(page, '/');
      const hero = page.locator('main section').first();
      const { height, y } = (await hero.boundingBox())!;
      const bottom = Math.round(y + height);
      // On a phone, the top of the first card shows below the hero.
      if (viewport.width === 375) expect(bottom).toBeLessThan(viewport.height - 100);
      else expect(bottom).toBe(viewport.height);
      const letters = hero.locator('p span[aria-hidden] span');
      await expect(letters).toHaveText(['v', 'o', 'u', 'c', 'h']);
      const delays = await letters.evaluateAll((all) => all.map((letter) => getComputedStyle(letter).animationDelay));
      expect(delays).toEqual(['0.15s', '0.3s', '0.45s', '0.6s', '0.75s']);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('real names, real nights');

      const heading = page.getByRole('heading', { name: 'Upcoming events' });
      const cards = page.locator('main article');
      await expect(cards.nth(1)).not.toBeInViewport({ ratio: 0.2 });
      await page.getByRole('button', { name: 'Join the Waitlist' }).click();
      await expect.poll(async () => (await heading.boundingBox())!.y).toBeLessThan(200);
      expect(await cards.count()).toBeLessThanOrEqual(20);
      // The headline event comes first, unless other events have pushed it out of the 20 cards.
      const titles = await cards.getByRole('heading').allTextContents();
      expect(titles.indexOf('Headline Halloween')).toBeLessThanOrEqual(0);
    });
  });
}

test('the video plays, and is left out for people who ask for less motion', async ({ page, browser }) => {
  await visit(page, '/');
  const video = page.locator('main video');
  await expect(video).toHaveCount(1);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
  await page.getByRole('heading', { name: 'Upcoming events' }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);

  const still = await pageOf(browser, null, { reducedMotion: 'reduce' });
  await still.goto('/', { waitUntil: 'networkidle' });
  await expect(still.locator('main video')).toHaveCount(0);
  await still.close();
});

test('home shows four placeholders while loading, a poster for a broken picture, and $170 for a missing price', async ({
  page,
}) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/home', async (route) => {
    await held;
    const home = (await (await route.fetch()).json()) as { events: object[] };
    const broken = { image_url: '/images/gone.jpg', ticket_price: null, tickets: 0 };
    await route.fulfill({ json: { ...home, events: home.events.map((event) => Object.assign(event, broken)) } });
  });
  await page.route('**/images/gone.jpg*', (route) => route.fulfill({ contentType: 'image/jpeg', body: 'torn' }));
  await visit(page, '/venues');
  await page.getByRole('banner').getByRole('link', { name: 'Vouch' }).click();
  await expect(page.locator('[data-skeleton]')).toHaveCount(4);
  // Resizing the window during a page transition would end the transition with an error.
  await page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator('[data-skeleton]')).toHaveCount(4);
  answer();
  const card = page.locator('main article').first();
  await card.scrollIntoViewIfNeeded();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect(card.locator('img')).toHaveAttribute('src', /^\/posters\//);
  await expect(card.locator('div').first()).toContainText((await card.getByRole('heading').textContent())!);
  await card.getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ticket price: $170');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
