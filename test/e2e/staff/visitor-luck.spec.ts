import { SIZES, expect, fillPerson, test, visit } from '../visitor.ts';

test('if a card fails to render, its place stays empty and the rest of the page works', async ({
  page,
  complaints,
}) => {
  await page.route('**/api/home', async (route) => {
    const { events } = (await (await route.fetch()).json()) as { events: object[] };
    await route.fulfill({
      json: {
        events: events.map((event, at) => (at === 1 ? Object.assign(event, { start_at: 'no instant' }) : event)),
      },
    });
  });
  await visit(page, '/venues');
  await page.getByRole('banner').getByRole('link', { name: 'Vouch' }).click();
  const places = page.locator('main ul > li:has(article)');
  await expect(places.first()).toBeVisible();
  await expect(places).toHaveCount((await page.locator('main section:has(article) li').count()) - 1);
  await page.locator('main article').getByRole('button', { name: 'Join Waitlist' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(complaints.splice(0).join()).toContain('RangeError');
});

test('an event page says that the API is down, and “Try again” then shows the event', async ({ page, complaints }) => {
  let isDown = true;
  await visit(page, '/events');
  await page.route('**/api/events/*', (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { error: { code: 'server.unexpected', message: 'down', request_id: 'x' } } })
      : route.continue(),
  );
  const link = page.locator('main article h3 a').first();
  const title = (await link.textContent())!;
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Upcoming Events');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
  await expect(page.getByRole('main')).toContainText('Request id: x.');
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  complaints.length = 0;
});

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport, reducedMotion: 'no-preference' });

    test("a card's picture turns into the picture of the event's page", async ({ page }) => {
      await visit(page, '/events');
      const fetched = page.waitForResponse(/\/api\/events\/[a-z0-9-]+\?/);
      await page.locator('main article h3 a').first().hover();
      await (await fetched).finished();
      const moved = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            const start = document.startViewTransition.bind(document);
            document.startViewTransition = ((change: never) => {
              const transition = start(change);
              void transition.ready.then(() =>
                resolve(document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')),
              );
              return transition;
            }) as typeof document.startViewTransition;
            document.querySelector<HTMLAnchorElement>('main article h3 a')!.click();
          }),
      );
      expect(moved).toContain('::view-transition-group(poster)');
    });
  });
}

test('a submitted form shows only one toast, and a confirmation that Escape does not close', async ({ page }) => {
  await visit(page, '/');
  for (const [name, title] of [
    ['Join Waitlist', /./],
    ['Become a Verified Ticket Reseller', /Application Submitted/],
  ] as const) {
    await page.getByRole('button', { name }).first().click();
    const dialog = page.getByRole('dialog');
    await fillPerson(page, { 'Email Address': 'two-toasts@vouch.test' });
    // A toast disappears by itself, so the test begins to watch before the click.
    const onlyToast = expect(page.locator('[data-toast]')).toContainText([title]);
    await dialog.locator('button[type="submit"]').click();
    await onlyToast;
    await expect(dialog.getByRole('button', { name: 'Got it' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
});

test('the debug pages are open on a developer’s machine and show ten events and masked keys', async ({ page }) => {
  await visit(page, '/test-events');
  await expect(page.getByText(/^Connected\. 10 published events, read in \d+ ms\.$/)).toBeVisible();
  await expect(page.locator('main li')).toHaveCount(10);
  await visit(page, '/show-env');
  await expect(page.getByRole('main')).toContainText('/auth/v1');
  await expect(page.getByRole('main')).toContainText('ES256');
  await expect(page.getByText(/^.{4}….{4} \(32 bytes, masked\)$/)).toHaveCount(2);
});

test('on a debug page, a 401 leads to the sign-in page and a 403 leads home', async ({ page, complaints }) => {
  let status = 401;
  await page.route('**/api/debug/*', (route) =>
    route.fulfill({ status, json: { error: { code: 'request.forbidden', message: 'no', request_id: 'x' } } }),
  );
  await page.goto('/show-env');
  await expect(page).toHaveURL('/login');
  status = 403;
  await page.goto('/test-events');
  await expect(page).toHaveURL('/');
  complaints.length = 0;
});

test('an event page names its preview image, which is a PNG of the right size', async ({ request }) => {
  const html = await (await request.get('/events/headline-halloween')).text();
  const address = /<meta property="og:image" content="([^"]+)"/.exec(html)![1]!;
  expect(address).toMatch(/\/og\/headline-halloween-[0-9a-z]+\.png$/);
  const image = await request.get(address);
  expect(image.headers()['content-type']).toBe('image/png');
  const size = (await image.body()).subarray(16, 24);
  expect([size.readUInt32BE(0), size.readUInt32BE(4)]).toEqual([1200, 630]);
});
