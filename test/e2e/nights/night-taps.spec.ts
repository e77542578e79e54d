import { setSwitch } from '../launch.ts';
import { bearer, newPerson, pageOf, tokensOf } from '../people.ts';
import { countTaps } from '../taps.ts';
import { approve, newEvent, violations } from '../trade.ts';
import { expect, test, visit } from '../visitor.ts';

test.use({ viewport: { width: 375, height: 812 } });

const FEATURES = ['live', 'sell', 'my-tickets'] as const;

test.afterAll(async ({ request: api }) => {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of FEATURES) await setSwitch(api, admin, { feature, is_on: false });
});

test('three taps lead from the home page to this weekend’s nights in Brooklyn for up to $30', async ({ page }) => {
  await visit(page, '/');
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  const edge = (await bar.boundingBox())!.y;
  expect((await page.locator('main article').first().boundingBox())!.y).toBeLessThan(edge - 24);
  // The bar leaves out features that are off.
  await expect(bar.getByRole('link')).toHaveText(['Nights', 'Me']);
  const { tap, taps } = countTaps();
  await tap(page.getByRole('link', { name: 'Brooklyn', exact: true }));
  const chips = page.getByRole('group', { name: 'Filters' });
  await expect(chips.getByRole('link', { name: /^Brooklyn/ })).toBeInViewport({ ratio: 1 });
  await tap(chips.getByRole('link', { name: /^This weekend/ }));
  await tap(chips.getByRole('link', { name: /^Up to \$30/ }));
  await expect(page).toHaveURL(/\?(?=.*area=Brooklyn)(?=.*when=weekend)(?=.*under=30)/);
  expect(taps()).toBe(3);
  const { y, height } = (await chips.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(edge);
});

test('the bar of shortcuts tells a seller about a waiting ticket request and leads to it', async ({
  browser,
  request: api,
}) => {
  const admin = await tokensOf(api, 'admin@vouch.test', 'vouch-local-only');
  for (const feature of FEATURES) await setSwitch(api, admin, { feature, is_on: true });
  const [seller, buyer] = [await newPerson(api, 'Bar seller'), await newPerson(api, 'Bar buyer')];
  await approve(api, admin, seller);
  const title = `Bar ${Date.now().toString(36)}`;
  const event = await newEvent(api, admin, title);
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
  // The buyer asks for one of the two tickets, so one is left.
  const listing = { event_id: event.id, quantity: 2, ask_price: 40 };
  expect((await api.post('/api/listings', { headers: { ...bearer(seller), ...key() }, data: listing })).status()).toBe(
    201,
  );
  const asked = { event_id: event.id, quantity: 1 };
  const sent = await api.post('/api/ticket-requests', { headers: { ...bearer(buyer), ...key() }, data: asked });
  expect(sent.status()).toBe(201);

  const page = await pageOf(browser, seller, { hasTouch: true, viewport: { width: 375, height: 812 } });
  await page.goto(`/events?q=${encodeURIComponent(title)}`);
  const bar = page.getByRole('navigation', { name: 'Shortcuts' });
  const tickets = bar.getByRole('link', { name: /^My tickets.* 1 waiting for you$/ });
  await expect(tickets).toBeVisible();
  await expect(bar.getByRole('link')).toHaveCount(5);
  await expect(bar.getByRole('link', { name: 'Nights' })).toHaveAttribute('aria-current', 'page');
  const card = page.locator('main article').first();
  await expect(card).toContainText('1 ticket from $40');
  await expect(card.getByRole('link', { name: `See tickets for ${title}` })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByPlaceholder('Search events or venues...').tap();
  await expect(bar).toBeHidden();
  await page.locator('h1').tap();
  await tickets.tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My tickets');
  await page.close();
});
