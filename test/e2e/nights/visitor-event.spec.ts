import { SIZES, expect, test, visit } from '../visitor.ts';

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('an event page shows the facts of the night and its tickets with their price range, and can be shared', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit(page, '/events/headline-halloween');
      await expect(page.getByText('Upcoming Event', { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Headline Halloween');
      await expect(page.getByText('Venue TBA, New York')).toBeVisible();
      await expect(page.locator('header time')).toContainText(/Friday, \w+ \d{1,2}, \d{4} at \d{1,2}:00 PM/);
      await expect(page.getByText('Face value').locator('../..')).toContainText('$85');
      await expect(page.getByText('Two floors, one costume rule')).toBeVisible();
      await expect(page.getByRole('list', { name: 'At a glance' }).getByRole('listitem')).toHaveText([
        '2 Listings',
        /^Quiet Demand/,
        /^100% Verified/,
        /^New Rating/,
      ]);
      const tickets = page.getByRole('region', { name: 'Available Tickets' });
      await expect(tickets).toContainText('$95 - $100');
      const row = tickets.getByRole('listitem').first();
      await expect(row).toContainText('A seller at BU');
      await expect(row).toContainText('Boston University');
      await expect(row).toContainText('Student Verified');
      await expect(row).toContainText('2 tickets');
      await expect(row).toContainText('$95');

      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByText('Link copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
      const file = await page.request.get(
        (await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'))!,
      );
      expect(file.headers()['content-type']).toContain('text/calendar');
      expect(await file.text()).toContain('SUMMARY:Headline Halloween');

      // On a phone a link to the buy panel stays at the bottom of the screen until the person scrolls to the panel.
      const way = page.getByRole('link', { name: /^Buy from/ });
      if (viewport.width >= 900) return expect(way).toBeHidden();
      await page.getByText('Verified', { exact: true }).scrollIntoViewIfNeeded();
      await expect(way).toBeInViewport({ ratio: 1 });
      await way.click();
      await expect(page.getByRole('heading', { name: 'Buy Tickets' })).toBeInViewport();
      await expect(
        page.getByRole('region', { name: 'Buy Tickets' }).getByRole('button', { name: 'Request to Buy' }),
      ).toBeInViewport();
    });
  });
}

test('the page of an event without tickets says so and offers the waitlist', async ({ page }) => {
  await visit(page, '/events/weekend-sessions');
  await expect(page.getByRole('list', { name: 'At a glance' }).locator('li')).toHaveText([
    '0 Listings',
    /^Quiet Demand/,
    /^– Verified/,
    /^New Rating/,
  ]);
  const tickets = page.getByRole('region', { name: 'Available Tickets' });
  await expect(tickets).toContainText('No tickets available yet');
  await expect(tickets.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();
});

test('the page of an unknown slug says Event not found, with status 404', async ({ page, complaints }) => {
  const answer = await page.goto('/events/no-such-night');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
  await expect(page).toHaveTitle(/Event not found/);
  expect(complaints.splice(0).join()).toContain('404');
});

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('while an event page loads, it shows the title and date of the card that was clicked, and does not jump', async ({
      page,
    }) => {
      await visit(page, '/events');
      const { promise: held, resolve: answer } = Promise.withResolvers<void>();
      await page.route('**/api/events/*', async (route) => {
        await held;
        await route.continue();
      });
      const card = page.locator('main article h3 a').first();
      const title = (await card.textContent())!;
      await card.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page).toHaveTitle(new RegExp(title));
      await expect(page.locator('main article time')).toContainText('20');
      await expect(page.getByText('Loading...')).toBeVisible();
      // A layout shift within half a second of a click does not count, so the answer comes later.
      await page.waitForTimeout(800);
      await page.evaluate(() => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            document.documentElement.dataset['shift'] = String((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift' });
      });
      answer();
      await expect(page.getByText('New', { exact: true })).toBeVisible();
      await expect(page.getByText('Loading...')).toBeHidden();
      await page.waitForLoadState('networkidle');
      expect(Number(await page.evaluate(() => document.documentElement.dataset['shift'] ?? '0'))).toBeLessThanOrEqual(
        0.02,
      );
    });
  });
}

test('the page of an event deleted after the list loaded says Event not found', async ({ page, complaints }) => {
  await visit(page, '/events');
  const gone = { error: { code: 'event.not_found', message: 'Event not found', request_id: 'r' } };
  await page.route('**/api/events/*', (route) => route.fulfill({ status: 404, json: gone }));
  await page.locator('main article h3 a').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event not found');
  expect(complaints.splice(0).join()).toContain('404');
});

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('Back returns to an event card deep in the list, even if the cards are taller than estimated', async ({
      page,
    }) => {
      await visit(page, '/events');
      await page.evaluate(() => {
        const tall = new CSSStyleSheet();
        tall.replaceSync('main article { min-height: 40rem }');
        document.adoptedStyleSheets.push(tall);
      });
      const cards = page.locator('main article h3 a');
      await expect(cards).toHaveCount(24);
      while ((await cards.count()) <= 40) await cards.last().scrollIntoViewIfNeeded();
      await cards.nth(40).scrollIntoViewIfNeeded();
      const href = (await cards.nth(40).getAttribute('href'))!;
      await cards.nth(40).click();
      await expect(page.locator('main > article h1')).toBeVisible();
      // Chromium warns if the page is left before its socket is open.
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await page.goBack();
      await expect(page.locator(`main article h3 a[href="${href}"]`)).toBeInViewport();
    });
  });
}
