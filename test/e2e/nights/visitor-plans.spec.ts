import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { newPerson, pageOf, PASSWORD, tokensOf } from '../people.ts';
import { setSwitch } from '../launch.ts';
import { newEvent, violations } from '../trade.ts';
import { fillPerson, hydrated } from '../visitor.ts';

const adminOf = (api: APIRequestContext) => tokensOf(api, 'admin@vouch.test', 'vouch-local-only');

async function makeEvent(api: APIRequestContext, name: string): Promise<{ title: string; id: string; slug: string }> {
  const title = `${name} ${Date.now().toString(36)}`;
  return { title, ...(await newEvent(api, await adminOf(api), title)) };
}

async function openVenues(api: APIRequestContext, is_on: boolean): Promise<void> {
  const admin = await adminOf(api);
  expect((await setSwitch(api, admin, { feature: 'venues', is_on })).status()).toBe(200);
}

test('a visitor saves a night, signs in, finds the night in My nights, removes it, and joins its waitlist', async ({
  browser,
  request: api,
}) => {
  const { title, slug } = await makeEvent(api, 'Saved Night');
  const { user } = await newPerson(api, 'Night saver');
  const page = await pageOf(browser, null);
  await page.goto(`/events/${slug}`);
  await hydrated(page);
  await page.getByRole('button', { name: `Save ${title}` }).click();
  await expect(page).toHaveURL('/auth');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const told = expect(page.locator('[data-toast]')).toContainText('Find the night in My nights.');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click();
  await told;
  await expect(page).toHaveURL(`/events/${slug}`);
  await expect(page.getByRole('button', { name: `Saved (remove ${title})` })).toBeVisible();
  await page.goto('/my-nights');
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: `Saved (remove ${title})` }).click();
  await expect(page.getByText('Nothing planned yet.')).toBeVisible();

  await page.goto(`/events/${slug}`);
  await hydrated(page);
  const join = page.getByRole('button', { name: `Join Waitlist for ${title}` });
  await expect(join).toHaveCount(2);
  await join.first().click();
  await fillPerson(page, { 'Email Address': user.email });
  await page.getByRole('dialog').getByRole('button', { name: 'Join Waitlist' }).click();
  await expect(page.getByText('You are on the waitlist.')).toBeVisible();
  await expect(join).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Waitlist Request Submitted' })).toBeVisible();
  await page.close();
});

test('a button tapped while the page loads is pressed after loading, unless another button was tapped since', async ({
  browser,
  request: api,
}) => {
  const { title, id, slug } = await makeEvent(api, 'Early Night');
  const session = await newPerson(api, 'Early tapper');
  const tapEarly = async (page: Page, names: readonly string[]) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/events/${slug}`, { waitUntil: 'commit' });
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
    release();
  };

  const visitor = await pageOf(browser, null);
  await tapEarly(visitor, [`Join Waitlist for ${title}`]);
  await expect(visitor.getByRole('dialog').getByLabel('Email Address')).toBeVisible();
  await tapEarly(visitor, [`Join Waitlist for ${title}`, 'Menu']);
  await hydrated(visitor);
  await visitor.waitForLoadState('networkidle');
  await expect(visitor.getByRole('dialog')).toHaveCount(0);
  await visitor.close();

  const page = await pageOf(browser, session);
  const marks: string[] = [];
  page.on('request', (request) => void (request.method() !== 'GET' && marks.push(request.url())));
  await tapEarly(page, [`Save ${title}`]);
  await expect(page.getByRole('button', { name: `Saved (remove ${title})` })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(marks.filter((url) => url.includes(id))).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('button', { name: `Saved (remove ${title})` })).toBeVisible();
  // A tap after loading takes effect only once.
  await page.getByRole('button', { name: `Saved (remove ${title})` }).click();
  await expect(page.getByRole('button', { name: `Save ${title}` })).toBeVisible();
  await page.close();
});

test('a person opens a venue’s page through View Events, follows the venue, and finds it in My nights', async ({
  browser,
  request: api,
}) => {
  await openVenues(api, true);
  try {
    const page = await pageOf(browser, await newPerson(api, 'Venue follower'));
    await page.goto('/venues?opened');
    await hydrated(page);
    await page.getByRole('link', { name: 'View Events at Lantern Hall' }).click();
    await expect(page).toHaveURL('/venues/sample-ny');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lantern Hall');
    await expect(page.getByText('210 Kent Avenue')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Coming up here' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Follow Lantern Hall' }).click();
    await expect(page.getByRole('button', { name: 'Following (stop following Lantern Hall)' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.goto('/my-nights');
    await expect(page.getByRole('link', { name: 'Lantern Hall' })).toBeVisible();
    await page.close();
  } finally {
    await openVenues(api, false);
  }
});
