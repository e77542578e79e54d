import { datesOf } from '../../../worker/contract/nights/events/event-dates.ts';
import { bearer, pageOf, tokensOf } from '../people.ts';
import { SIZES, expect, hydrated, test, visit } from '../visitor.ts';

test('a visitor reads a card, searches, filters by venue and place, and sorts the list by price', async ({ page }) => {
  await visit(page, '/events?q=disco+deficit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming Events');
  const card = page.locator('main article').first();
  await expect(card.getByRole('heading')).toHaveText('Disco Deficit');
  await expect(card).toContainText('Starting at $20');
  await expect(card).toContainText(/, (Boston|New York|Cambridge)/);
  await expect(card.locator('time')).toHaveText(/^\w{3}, \w{3} \d{1,2} · \d{1,2}:\d{2} [AP]M$/);
  await expect(card).toContainText('Seventies records only.');
  await expect(card.getByRole('button', { name: 'Join Waitlist' })).toBeVisible();

  const search = page.getByPlaceholder('Search events or venues...');
  await search.fill('salt cellar');
  await expect(card).toContainText('Salt Cellar');
  for (const each of await page.locator('main article').all()) await expect(each).toContainText('Salt Cellar');
  await search.fill('no such night');
  await expect(page.getByText('No events found matching your criteria.')).toBeVisible();
  // On a phone the chips at the bottom do not cover the footer.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const chips = (await page.getByRole('group', { name: 'Filters' }).boundingBox())!;
  const last = (await page.getByRole('contentinfo').getByText('©').boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(chips.y);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(card).toBeVisible();

  // Brooklyn counts as New York.
  const location = page.getByLabel('Location');
  await expect(location.locator('option').first()).toHaveText('All Locations');
  await expect(page.getByLabel('Venue').locator('option').first()).toHaveText('All Venues');
  await expect(location.locator('option', { hasText: 'Brooklyn' })).toHaveCount(0);
  await location.selectOption('New York');
  await page.getByLabel('Venue').selectOption({ label: 'The Boiler House' });
  await expect(page).toHaveURL(/city=New\+York/);
  await expect(card).toContainText('The Boiler House, New York');

  await visit(page, '/events?q=halloween');
  const sort = page.getByLabel('Sort by Price');
  await expect(sort.locator('option')).toHaveText(['Sort by Price', 'Lowest to Highest', 'Highest to Lowest']);
  await sort.selectOption('Lowest to Highest');
  // If another test has bought the only ticket, the card shows the face value. The card comes first in both cases.
  await expect(card).toContainText(/Halloween Warehouse.*(1 ticket from \$70|Starting at \$65)/);
  await sort.selectOption('Highest to Lowest');
  await expect(card).toContainText('6 tickets from $95');
});

for (const [size, viewport] of SIZES) {
  test.describe(size, () => {
    test.use({ viewport });

    test('the filters are in the URL, and Back restores them', async ({ page }) => {
      await visit(page, '/events?city=Boston');
      await expect(page.getByLabel('Location')).toHaveValue('Boston');
      await page.getByPlaceholder('Search events or venues...').fill('disco');
      await expect(page).toHaveURL(/q=disco/);
      await expect(page.locator('main article h3').first()).toHaveText('Disco Deficit');
      await page.locator('main article h3 a').first().click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disco Deficit');
      // Chromium warns if the page is left before its socket is open.
      await expect(page.getByText('Live', { exact: true })).toBeVisible();
      await page.goBack();
      await expect(page.getByPlaceholder('Search events or venues...')).toHaveValue('disco');
      await expect(page.getByLabel('Location')).toHaveValue('Boston');
    });
  });
}

test('if the list of nights cannot be loaded, the page says so and offers to try again', async ({
  page,
  complaints,
}) => {
  let isDown = true;
  await page.route(/\/api\/events(\?|$)/, async (route) => {
    if (isDown) return route.abort();
    const answer = await route.fetch();
    const body = (await answer.json()) as { events: object[] };
    await route.fulfill({
      json: { ...body, events: body.events.map((event) => Object.assign(event, { image_url: '/images/gone.jpg' })) },
    });
  });
  await page.route('**/images/gone.jpg*', (route) => route.fulfill({ contentType: 'image/jpeg', body: 'torn' }));
  await visit(page, '/');
  await page.getByRole('link', { name: 'See all nights' }).click();
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the list.');
  // The console reports only the failed request.
  expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([]);
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const card = page.locator('main article').first();
  await expect(card).toBeVisible();
  await expect(card.locator('img')).toHaveAttribute('src', /^\/posters\//);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a filter of the list works before the JavaScript of the page has loaded', async ({ browser }) => {
  const page = await pageOf(browser, null, { javaScriptEnabled: false });
  await page.goto('/events?city=New+York');
  const chips = page.getByRole('group', { name: 'Filters' });
  await chips.getByRole('link', { name: /^Up to \$50/ }).click();
  await expect(page).toHaveURL('/events?city=New+York&under=50');
  await expect(chips.getByRole('link', { name: /^Up to \$50/ })).toHaveAttribute('aria-current', 'true');
});

test('a student finds a night for tonight under $30 in two taps from home, shares it and comes back to the list', async ({
  page,
  context,
  request,
}) => {
  const title = `Cheap Tonight ${Date.now().toString(36)}`;
  const start_at = new Date(datesOf('tonight', new Date()).to - 60_000).toISOString();
  const event = {
    event_name: title,
    venue_name: 'Salt Cellar',
    venue_address: '94 Ludlow Street, New York, NY',
    start_at,
  };
  const headers = bearer(await tokensOf(request, 'admin@vouch.test', 'vouch-local-only'));
  const sent = [
    { ...event, price_min: 18, tags: ['dub'] },
    { ...event, event_name: `Dear ${title}`, price_min: 90 },
  ];
  expect((await request.post('/functions/v1/ingest-events', { headers, data: sent })).status()).toBe(200);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 375, height: 812 });
  await visit(page, '/');
  await page.getByRole('navigation', { name: 'Find a night' }).getByRole('link', { name: 'Tonight' }).click();
  const chips = page.getByRole('group', { name: 'Filters' });
  await expect(chips.getByRole('link', { name: 'Tonight' })).toHaveAttribute('aria-current', 'true');
  const price = chips.getByRole('link', { name: /^Up to \$30/ });
  await expect(price).toContainText(/\d/);
  await expect(price).toBeInViewport({ ratio: 1 });
  await price.click();
  await expect(page).toHaveURL(/\?when=tonight&under=30$|\?under=30&when=tonight$/);
  const card = page.locator('main article', { has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card).toContainText('Starting at $18');
  await expect(page.getByRole('heading', { name: `Dear ${title}` })).toHaveCount(0);

  await card.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/events/cheap-tonight');
  await page.goBack();
  await expect(price).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(price).not.toHaveAttribute('aria-current');
  await page.goto('/events?when=tonight&under=30');
  await hydrated(page);
  await expect(card).toBeVisible();
});
