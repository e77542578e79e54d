import { addPaidRequest, addToList } from '../../support/change-local-rows.ts';
import { setSwitch } from '../launch.ts';
import { newPerson } from '../people.ts';
import { aPhone, keepPage, letIn, openDoor, passOf } from '../phones.ts';
import { tooWide } from '../screen-checks.ts';
import { expect, type Page, test } from '../test.ts';
import { violations } from '../trade.ts';
import { anEvening, turnHandover } from './evening.ts';

test.afterAll(async ({ request: api }) => {
  const admin = await turnHandover(api, true);
  for (const feature of ['squads', 'my-tickets'] as const) await setSwitch(api, admin, { feature, is_on: false });
  await turnHandover(api, false);
});

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
      await page.screenshot({ path: `.artifacts/shots/given-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.setViewportSize({ width: 375, height: 812 });
};

test('a guest on the list and a friend who took a ticket by a link get in with their own passes, even offline', async ({
  browser,
  request: api,
}) => {
  test.slow();
  const admin = await turnHandover(api, true);
  for (const feature of ['my-tickets', 'squads'] as const) await setSwitch(api, admin, { feature, is_on: true });
  const event = await anEvening(api, admin);
  const [buyer, seller, friend, guest] = [
    await newPerson(api, 'Given buyer'),
    await newPerson(api, 'Given seller'),
    await newPerson(api, 'Given friend'),
    await newPerson(api, 'Given guest'),
  ];
  const people = { buyer_id: buyer.user.id, seller_id: seller.user.id };
  const id = await addPaidRequest({ event_id: event.id, ...people, quantity: 2 });
  await addToList({ event_id: event.id, name: 'Given guest', user: guest.user });
  const [buying, with_friend] = [await aPhone(browser, buyer), await aPhone(browser, friend)];

  await buying.goto(`/pass/${id}`);
  const who = buying.getByRole('region', { name: 'Who has which ticket' });
  await who.getByRole('button', { name: 'Give to a friend ticket 2' }).click();
  await expect(who).toContainText('Ticket 2: waits for a friend to take it');
  const url = new URL((await who.locator('code').textContent())!);
  expect(await violations(buying)).toEqual([]);
  expect(await tooWide(buying)).toEqual([]);
  await shoot(buying, 'link');

  await with_friend.goto(url.pathname + url.hash);
  await expect(with_friend.getByRole('heading', { name: 'Given buyer has a ticket for you' })).toBeVisible();
  await expect(with_friend.getByText(event.title)).toBeVisible();
  expect(await violations(with_friend)).toEqual([]);
  await shoot(with_friend, 'offered');
  await with_friend.getByRole('button', { name: 'Take the ticket' }).click();
  await expect(passOf(with_friend)).toBeVisible();
  await expect(with_friend.getByRole('region', { name: 'Who gave you this ticket' })).toContainText('Given buyer');
  expect(await violations(with_friend)).toEqual([]);
  expect(await tooWide(with_friend)).toEqual([]);
  await shoot(with_friend, 'pass');
  await with_friend.goto('/my-tickets');
  const mine = with_friend.getByRole('region', { name: 'From friends' });
  await expect(mine).toContainText(event.title);
  await shoot(with_friend, 'mine');
  await mine.getByRole('link', { name: /^Show ticket/ }).click();
  await expect(passOf(with_friend)).toBeVisible();

  await buying.reload();
  await expect(who).toContainText('Ticket 2: Given friend');
  await expect(who.getByRole('button', { name: /^Take back/ })).toHaveCount(0);

  const listed = await aPhone(browser, guest);
  await listed.goto(`/events/${event.slug}`);
  await listed.getByRole('link', { name: 'Show your pass' }).click();
  await expect(passOf(listed)).toBeVisible();
  await expect(listed.getByText('This door scans your pass.')).toBeVisible();
  expect(await violations(listed)).toEqual([]);
  await shoot(listed, 'listed');
  await keepPage(listed, new URL(listed.url()).pathname);
  await listed.context().setOffline(true);
  await listed.reload();
  await expect(passOf(listed)).toBeVisible();

  // The friend's phone shows the pass without a connection. The door lets in first the friend, then the buyer.
  await keepPage(with_friend, `/pass/${id}`);
  await with_friend.context().setOffline(true);
  await with_friend.reload();
  await expect(passOf(with_friend)).toBeVisible();
  const door = await openDoor(browser, { staff: admin, slug: event.slug });
  await letIn(with_friend, { door, asks: true, inside: '1 inside of 3' });
  await expect(door.getByText('Given friend').first()).toBeVisible();
  await letIn(buying, { door, inside: '2 inside of 3' });

  // The guest opened their pass before this door loaded its list, and has no connection now.
  await letIn(listed, { door, inside: '3 inside of 3' });
});
