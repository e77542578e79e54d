import { addPaidRequest } from '../../support/change-local-rows.ts';
import { localRows } from '../../support/local-rows.ts';
import { bearer, newPerson } from '../people.ts';
import { aPhone, askedOf, keepPage, letIn, passOf, swipe, takeAway } from '../phones.ts';
import { tooWide } from '../screen-checks.ts';
import { expect, type Page, test } from '../test.ts';
import { violations } from '../trade.ts';
import { anEvening, turnHandover } from './evening.ts';

test.afterAll(async ({ request: api }) => turnHandover(api, false));

const shoot = async (page: Page, name: string) => {
  if (!process.env['SHOTS']) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [width, height] of [
      [1280, 800],
      [320, 568],
      [375, 812],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `.artifacts/shots/door-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
};

const resultOf = (door: Page) =>
  door.locator('output[data-tone]').evaluate((box) => {
    const [red = 0, green = 0, blue = 0] = getComputedStyle(box).backgroundColor.match(/\d+/g)!.map(Number);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const hue = most === green ? 120 + (60 * (blue - red)) / (most - least) : (60 * (green - blue)) / (most - least);
    const color = hue < 25 ? 'red' : hue < 50 ? 'amber' : hue < 100 ? 'lime' : 'green';
    return { sign: box.querySelector('b')?.dataset['sign'], color };
  });

/** The camera must fill the screen, the background must be dark, and a thumb must reach every control. */
const flawsOf = (door: Page) =>
  door.evaluate(() => {
    const video = document.querySelector('video')?.getBoundingClientRect();
    const isFull = video && [video.width, video.height].join() === [innerWidth, innerHeight].join();
    const outOfReach = [...document.querySelectorAll('main :is(button, a, input)')].filter((control) => {
      const { top, bottom } = control.getBoundingClientRect();
      return control.checkVisibility() && top < innerHeight / 4 && bottom > 0;
    });
    const { backgroundColor } = getComputedStyle(document.documentElement);
    return [
      ...(isFull ? [] : ['The camera does not fill the screen.']),
      ...outOfReach.map(({ textContent }) => `Out of reach: ${textContent}`),
      ...(backgroundColor === 'rgb(11, 11, 13)' ? [] : [`Not dark: ${backgroundColor}`]),
    ];
  });

async function typeCode(door: Page, code: string): Promise<void> {
  await door.getByRole('button', { name: 'Type a code' }).click();
  await door.getByLabel('Code of the pass').fill(code);
  await door.getByRole('button', { name: 'Check' }).click();
}

test('the door’s screen scans passes with and without a connection, and sends the offline scans later', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await turnHandover(api, true);
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

  await door.emulateMedia({ colorScheme: 'light' });
  expect(await flawsOf(door)).toEqual([]);
  expect(await tooWide(door)).toEqual([]);
  await expect(door.getByText('0 inside of 5', { exact: true })).toBeVisible();
  expect((await askedOf(door)).awake).toBe(1);
  await door.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect((await askedOf(door)).awake).toBe(2);
  const light = door.getByRole('button', { name: 'Light' });
  await light.click();
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  await light.click();
  await expect(light).toHaveAttribute('aria-pressed', 'false');
  expect((await askedOf(door)).torch).toEqual([true, false]);

  // The doors are still closed, so the door's screen asks staff to confirm the first entry.
  const code = (await phone.getByText(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/).textContent())!;
  await typeCode(door, code);
  const early = door.getByRole('dialog', { name: /^Doors closed until / });
  await expect(early).toContainText('Let people in anyway?');
  expect(await violations(door)).toEqual([]);
  await shoot(door, 'early');
  await early.getByRole('button', { name: 'Not yet' }).click();
  await expect(early).toHaveCount(0);
  await expect(door.getByText('0 inside of 5', { exact: true })).toBeVisible();
  await letIn(phone, { door, asks: true, inside: '1 inside of 5' });
  await expect(door.getByText('Let in', { exact: true }).first()).toBeVisible();
  await expect(door.getByText('Ticket 1 of 2.')).toBeVisible();
  expect(await resultOf(door)).toEqual({ sign: '✓', color: 'green' });
  const { vibrations, tones } = await askedOf(door);
  expect(vibrations.at(-1)).toEqual([80]);
  expect(tones.slice(-2)).toEqual([660, 990]);
  await expect(door.getByText('All scans are sent.')).toBeVisible();
  await shoot(door, 'in');
  await takeAway(door);
  await typeCode(door, code);
  await expect(door.getByText('Already in', { exact: true })).toBeVisible();
  await expect(door.getByText(/^Let in at \d+:\d\d [AP]M, door Front\.$/)).toBeVisible();
  expect(await resultOf(door)).toEqual({ sign: '!', color: 'amber' });
  await expect(door.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await shoot(door, 'already');
  await typeCode(door, 'AAAA-AAAA');
  await expect(door.getByText('Unknown', { exact: true })).toBeVisible();
  expect(await resultOf(door)).toEqual({ sign: '✕', color: 'red' });
  expect(await localRows('select status from handovers where request_id = ?', id)).toEqual([{ status: 'due' }]);

  const search = door.getByRole('region', { name: 'Guest list' }).getByLabel('Name', { exact: true });
  await expect(search).not.toBeInViewport();
  await swipe(door, { from: 600, to: 220 });
  await expect(search).toBeInViewport();
  await expect(door.getByRole('button', { name: 'Let in Door buyer, ticket 2 of 2' })).toBeInViewport();
  expect(await violations(door)).toEqual([]);
  expect(await flawsOf(door)).toEqual([]);
  await shoot(door, 'guests');
  await swipe(door, { from: 420, to: 780 });
  await expect(search).not.toBeInViewport();
  await door.getByRole('button', { name: 'Open the guest list' }).click();
  await expect(search).toBeInViewport();
  await door.getByRole('button', { name: 'Close the guest list' }).click();
  await expect(search).not.toBeInViewport();
  await door.getByRole('button', { name: 'Open the guest list' }).press('Enter');
  await expect(search).toBeInViewport();
  await door.keyboard.press('Escape');
  await expect(search).not.toBeInViewport();
  await expect(door.getByRole('button', { name: 'Open the guest list' })).toBeFocused();

  for (const each of [phone, door]) {
    await each.context().setOffline(true);
    await each.reload();
  }
  await phone.getByRole('button', { name: 'Ticket 2 of 2' }).click();
  await expect(phone.getByText('No connection. The pass still works.')).toBeVisible();
  await expect(door.getByText('No connection', { exact: true })).toBeVisible();
  await expect(passOf(phone)).toBeVisible();
  await letIn(phone, { door, asks: true, inside: '2 inside of 5' });
  await expect(door.getByText('Ticket 2 of 2.')).toBeVisible();
  await search.fill('guest');
  await door.getByRole('button', { name: 'All 3 of Door guest' }).click();
  await expect(door.getByText('5 inside of 5', { exact: true })).toBeInViewport();
  await expect(search).not.toBeInViewport();
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
