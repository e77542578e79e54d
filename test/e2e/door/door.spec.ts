import { addPaidRequest } from '../../support/change-local-rows.ts';
import { localRows } from '../../support/local-rows.ts';
import { bearer, newPerson, type Tokens, tokensOf } from '../people.ts';
import { setSwitch } from '../launch.ts';
import { aPhone, hold, keepPage, passOf, takeAway } from '../phones.ts';
import { type APIRequestContext, expect, type Page, test } from '../test.ts';
import { violations } from '../trade.ts';

const turn = async (api: APIRequestContext, admin: Tokens, is_on: boolean) => {
  for (const feature of ['payments', 'handover'] as const) await setSwitch(api, admin, { feature, is_on });
};
const anAdmin = (api: APIRequestContext) => tokensOf(api, 'admin@vouch.test', 'vouch-local-only');

test.afterAll(async ({ request: api }) => turn(api, await anAdmin(api), false));

/** Makes a night that starts in an hour, with hand-overs switched on. */
async function anEvening(api: APIRequestContext, admin: Tokens) {
  await turn(api, admin, true);
  const { venues } = (await (await api.get('/api/venues')).json()) as { venues: { id: string }[] };
  const start_at = new Date(Date.now() + 3_600_000).toISOString();
  const data = { title: `Door Night ${Date.now().toString(36)}`, venue_id: venues[0]!.id, start_at };
  const made = await api.post('/api/admin/events', { headers: bearer(admin), data });
  expect(made.status()).toBe(201);
  return (await made.json()) as { id: string; slug: string };
}

const shoot = async (page: Page, name: string) => {
  if (!process.env['SHOTS']) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [1280, 800],
      [375, 812],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `.artifacts/shots/door-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
};

/** Returns the sign of the door's last result, and the name of its color by hue. */
const resultOf = (door: Page) =>
  door.locator('output[data-tone]').evaluate((box) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(box).backgroundColor.match(/\d+/g)!.map(Number);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const hue = most === green ? 120 + (60 * (blue - red)) / (most - least) : (60 * (green - blue)) / (most - least);
    const color = hue < 25 ? 'red' : hue < 50 ? 'amber' : hue < 100 ? 'lime' : 'green';
    return { sign: box.querySelector('b')?.dataset['sign'], color };
  });

const titleIsBelowHeader = async (page: Page) => {
  const [title, header] = await Promise.all([
    page.locator('h1').boundingBox(),
    page.locator('header').first().boundingBox(),
  ]);
  return title!.y >= header!.y + header!.height;
};

test('the door scans a buyer’s pass, shows at a second scan when the first was, and sends offline scans later', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await anAdmin(api);
  const event = await anEvening(api, admin);
  const [buyer, seller, staff] = [
    await newPerson(api, 'Door buyer'),
    await newPerson(api, 'Door seller'),
    await newPerson(api, 'Door staff'),
  ];
  const id = await addPaidRequest({
    event_id: event.id,
    buyer_id: buyer.user.id,
    seller_id: seller.user.id,
    quantity: 2,
  });
  const guests = { guests: [{ name: 'Door guest', places: 3 }] };
  await api.post(`/api/admin/events/${event.id}/guests`, { headers: bearer(admin), data: guests });
  await api.post(`/api/admin/events/${event.id}/door-staff`, {
    headers: bearer(admin),
    data: { email: staff.user.email },
  });

  const [phone, door] = [await aPhone(browser, buyer), await aPhone(browser, staff)];
  await keepPage(phone, `/pass/${id}`);
  await expect(passOf(phone)).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  await shoot(phone, 'pass');

  const answered = door.waitForResponse(`**/door/${event.slug}`);
  await keepPage(door, `/door/${event.slug}`);
  expect((await answered).headers()['permissions-policy']).toContain('camera=(self)');
  expect((await api.get('/')).headers()['permissions-policy']).toContain('camera=()');
  await expect(door.getByText('Connected', { exact: true })).toBeVisible();
  expect(await violations(door)).toEqual([]);
  await shoot(door, 'open');

  await door.getByRole('button', { name: 'Scan with the camera' }).click();
  await hold(phone, door);
  await expect(door.getByText('Let in', { exact: true }).first()).toBeVisible();
  await expect(door.getByText('Ticket 1 of 2.')).toBeVisible();
  expect(await resultOf(door)).toEqual({ sign: '✓', color: 'green' });
  await expect(door.getByText('All scans are sent.')).toBeVisible();
  await shoot(door, 'in');
  await takeAway(door);
  await door.getByLabel('Code of the pass').fill((await phone.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/).textContent())!);
  await door.getByRole('button', { name: 'Check' }).click();
  await expect(door.getByText('Already in', { exact: true })).toBeVisible();
  await expect(door.getByText(/^Let in at \d+:\d\d [AP]M, door Front\.$/)).toBeVisible();
  expect(await resultOf(door)).toEqual({ sign: '!', color: 'amber' });
  expect(await titleIsBelowHeader(door)).toBe(true);
  await shoot(door, 'already');
  await door.getByLabel('Code of the pass').fill('AAAA-AAAA');
  await door.getByRole('button', { name: 'Check' }).click();
  await expect(door.getByText('Unknown', { exact: true })).toBeVisible();
  expect(await resultOf(door)).toEqual({ sign: '✕', color: 'red' });
  expect(await localRows('select status from handovers where request_id = ?', id)).toEqual([{ status: 'due' }]);

  // The buyer's phone and the door go offline and reload.
  for (const each of [phone, door]) {
    await each.context().setOffline(true);
    await each.reload();
  }
  await phone.getByRole('button', { name: 'Ticket 2 of 2' }).click();
  await expect(phone.getByText('No connection. The pass still works.')).toBeVisible();
  await expect(door.getByText('No connection', { exact: true })).toBeVisible();
  await door.getByRole('button', { name: 'Scan with the camera' }).click();
  await expect(passOf(phone)).toBeVisible();
  await hold(phone, door);
  await expect(door.getByText('Ticket 2 of 2.')).toBeVisible();
  await door.getByLabel('Name', { exact: true }).fill('guest');
  await door.getByRole('button', { name: 'All 3 of Door guest' }).click();
  await expect(door.getByText('4 scans not sent yet.')).toBeVisible();
  await shoot(door, 'offline');
  await takeAway(door);
  await door.context().setOffline(false);
  await expect(door.getByText('All scans are sent.')).toBeVisible();
  expect(
    await localRows('select way, seat from scans where event_id = ? order by way desc, position, seat', event.id),
  ).toEqual([
    { way: 'qr', seat: 1 },
    { way: 'qr', seat: 1 },
    { way: 'name', seat: 1 },
    { way: 'name', seat: 2 },
    { way: 'name', seat: 3 },
  ]);
  expect(await localRows('select status, ended_by from handovers where request_id = ?', id)).toEqual([
    { status: 'received', ended_by: 'scan' },
  ]);
  expect(await violations(door)).toEqual([]);
});
